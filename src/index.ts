export type { Choices } from './assumptions/profile.ts'
export type { AssumptionId, Choice, Profile } from './assumptions/register.ts'
export type { Box, Fake } from './control/box.ts'
export {
  type ClockControl,
  type ClockPatch,
  type ClockState,
  type Control,
  ControlError,
  type KeyControl,
  type KeyInfo,
  type MadeKey,
  type NewKey,
  type QuotaControl,
  type QuotaInfo,
  type QuotaPatch,
  type RecordControl,
  type RecordRow,
  type ScenarioControl,
  type ScenarioInfo,
  type Summary,
} from './control/client.ts'
export { connect, type ConnectOptions } from './control/connect.ts'
export type { ClockMode } from './engine/clock.ts'
export type { Scenario, ScenarioRule } from './engine/scenario.ts'
export { createFake } from './fake.ts'
export { InputError } from './lib/input-error.ts'
export { createLog, type Log, type LogLevel } from './lib/log.ts'
export type { FakeOptions } from './options.ts'
export { type ListenOptions, startFake } from './server.ts'
