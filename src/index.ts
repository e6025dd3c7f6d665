export type { Choices } from './assumptions/profile.ts'
export type { AssumptionId, Choice, Profile } from './assumptions/register.ts'
export type { VerdictId } from './conduct/table.ts'
export type { OperationId, Permission } from './app/areas.ts'
export type { BuiltInScenario, Scenario } from './app/scenario-types.ts'
export {
  type Assessment,
  type AssessmentItem,
  type CloudResource,
  type CloudResourceItem,
  type CreatedAssessment,
  type ErrorAnswer,
  type ItemAnswer,
  type Job,
  type ListAnswer,
  connect,
  type Fake,
  type FixtureRecord,
  type NewKey,
  type RecordFields,
  type RequestMatch,
  type SandboxClient,
  type ScenarioName,
  type ScenarioRule,
} from './app/client.ts'
export type { AssumptionInfo } from './control/endpoints/assumptions.ts'
export type { ClockPatch, ClockState, DueInfo, DueQuery } from './control/endpoints/clock.ts'
export type { ConductOptions, ConductReport, CoverageQuery, Judgement } from './control/endpoints/reports.ts'
export type { CreatedKey, KeyInfo, QuotaInfo, QuotaPatch } from './control/endpoints/keys.ts'
export type { DeliveryInfo, DeliveryQuery } from './control/endpoints/outbox.ts'
export type { RequestInfo } from './control/endpoints/requests.ts'
export type { SandboxInfo } from './control/endpoints/sandboxes.ts'
export type { ScenarioInfo } from './control/endpoints/scenarios.ts'
export type { Summary } from './control/endpoints/state.ts'
export type { TlsState } from './control/endpoints/tls.ts'
export { ControlError, VerificationError } from './control/client/errors.ts'
export type { ConnectOptions } from './control/client/connect.ts'
export type { CoverageCell, CoverageKind, CoverageReport, OperationCoverage } from './coverage/report.ts'
export type { ClockMode } from './time/clock.ts'
export type { Snapshot } from './sandbox/snapshot.ts'
export { type Config, defineConfig } from './app/config.ts'
export { createFake, type LocalFake } from './app/create-fake.ts'
export { InputError } from './lib/input-error.ts'
export { createLog, type Log, type LogFormat, type LogLevel } from './lib/log.ts'
export type { ListenOptions } from './app/listen-options.ts'
export type { FakeOptions } from './app/options.ts'
export type { SandboxPreset, SandboxPresets } from './app/presets.ts'
export type { ErrorCode } from './spec/errors.ts'
export { startFake } from './server/start-fake.ts'
