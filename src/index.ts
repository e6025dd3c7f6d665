export type { Choices } from './assumptions/profile.ts'
export type { AssumptionId, Choice, Profile } from './assumptions/register.ts'
export type { Box, Fake, SandboxControl } from './control/box.ts'
export type {
  AssumptionControl,
  AssumptionInfo,
  ClockControl,
  ClockPatch,
  ClockState,
  Control,
  DeliveryInfo,
  DeliveryQuery,
  KeyControl,
  KeyInfo,
  MadeKey,
  NewKey,
  OutboxControl,
  QuotaControl,
  QuotaInfo,
  QuotaPatch,
  RecordControl,
  RecordRow,
  RequestControl,
  RequestInfo,
  RequestMatch,
  RequestQuery,
  SandboxInfo,
  ScenarioControl,
  ScenarioInfo,
  SnapshotControl,
  Summary,
} from './control/control.ts'
export { ControlError, VerificationError } from './control/ask.ts'
export { connect, type ConnectOptions } from './control/connect.ts'
export type { ClockMode } from './engine/clock.ts'
export type { Scenario, ScenarioRule } from './engine/scenario.ts'
export type { Snapshot } from './engine/snapshot.ts'
export { createFake, type LocalFake } from './fake.ts'
export { InputError } from './lib/input-error.ts'
export { createLog, type Log, type LogFormat, type LogLevel } from './lib/log.ts'
export type { FakeOptions } from './options.ts'
export type { ListenOptions } from './listen-options.ts'
export { startFake } from './server.ts'
