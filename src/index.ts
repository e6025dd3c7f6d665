export type { Choices } from './assumptions/profile.ts'
export type { AssumptionId, Choice, Profile } from './assumptions/register.ts'
export {
  connect,
  type Control,
  type Fake,
  type SandboxClient,
  type SandboxesClient,
  type Scenario,
  type ScenarioControl,
} from './app/client.ts'
export type {
  AssumptionControl,
  AssumptionInfo,
  ClockControl,
  ClockPatch,
  ClockState,
  DeliveryInfo,
  DeliveryQuery,
  KeyControl,
  KeyInfo,
  CreatedKey,
  NewKey,
  OutboxControl,
  QuotaControl,
  QuotaInfo,
  QuotaPatch,
  RecordControl,
  FixtureRecord,
  RequestControl,
  RequestInfo,
  RequestMatch,
  RequestQuery,
  SandboxInfo,
  ScenarioInfo,
  SnapshotControl,
  Summary,
} from './control/client/control.ts'
export { ControlError, VerificationError } from './control/client/send.ts'
export type { ConnectOptions } from './control/client/connect.ts'
export type { ClockMode } from './time/clock.ts'
export type { ScenarioRule } from './scenarios/rule-schema.ts'
export type { Snapshot } from './sandbox/snapshot.ts'
export { createFake, type LocalFake } from './app/create-fake.ts'
export { InputError } from './lib/input-error.ts'
export { createLog, type Log, type LogFormat, type LogLevel } from './lib/log.ts'
export type { FakeOptions, ListenOptions } from './app/options.ts'
export { startFake } from './server/start-fake.ts'
