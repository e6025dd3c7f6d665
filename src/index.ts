export type { Choices } from './core/assumptions/profile.ts'
export type { AssumptionId, Choice, Profile } from './core/assumptions/register.ts'
export type { VerdictId } from './core/conduct/table.ts'
export type { OperationId, Permission } from './core/app/areas.ts'
export type { BuiltInScenario, Scenario } from './core/app/scenario-types.ts'
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
} from './core/app/client.ts'
export type { AssumptionInfo } from './core/control/endpoints/assumptions.ts'
export type { ClockPatch, ClockState, DueInfo, DueQuery } from './core/control/endpoints/clock.ts'
export type { ConductOptions, ConductReport, CoverageQuery, Judgement } from './core/control/endpoints/reports.ts'
export type { CreatedKey, KeyInfo, QuotaInfo, QuotaPatch } from './core/control/endpoints/keys.ts'
export type { DeliveryInfo, DeliveryQuery } from './core/control/endpoints/outbox.ts'
export type { RequestInfo } from './core/control/endpoints/requests.ts'
export type { SandboxInfo } from './core/control/endpoints/sandboxes.ts'
export type { ScenarioInfo } from './core/control/endpoints/scenarios.ts'
export type { Summary } from './core/control/endpoints/state.ts'
export type { TlsState } from './core/control/endpoints/tls.ts'
export { ControlError, VerificationError } from './core/control/client/errors.ts'
export type { ConnectOptions } from './core/control/client/connect.ts'
export type { CoverageCell, CoverageKind, CoverageReport, OperationCoverage } from './core/coverage/report.ts'
export type { ClockMode } from './core/time/clock.ts'
export type { Snapshot } from './core/sandbox/snapshot.ts'
export { type Config, defineConfig } from './core/app/config.ts'
export { createFake, type LocalFake } from './core/app/create-fake.ts'
export { InputError } from './core/lib/input-error.ts'
export { createLog, type Log, type LogFormat, type LogLevel } from './core/lib/log.ts'
export type { ListenOptions } from './core/app/listen-options.ts'
export type { FakeOptions } from './core/app/options.ts'
export type { RequestLine, WebhookLine } from './core/app/journal-file.ts'
export type { SandboxPreset, SandboxPresets } from './core/app/presets.ts'
export type { ErrorCode } from './core/spec/errors.ts'
export { startFake } from './core/server/start-fake.ts'
