import type { ScenarioBase } from '../../scenarios/schema.ts';
import { type AssumptionControl } from '../endpoints/assumptions.ts';
import { type ClockControl } from '../endpoints/clock.ts';
import { type ConductControl } from '../endpoints/conduct.ts';
import { type CoverageControl } from '../endpoints/coverage.ts';
import { type KeyControl, type QuotaControl } from '../endpoints/keys.ts';
import { type MetricsControl } from '../endpoints/metrics.ts';
import { type OutboxControl } from '../endpoints/outbox.ts';
import { type RecordControls, type RecordKinds } from '../endpoints/records.ts';
import { type RequestControl } from '../endpoints/requests.ts';
import { type ScenarioControl } from '../endpoints/scenarios.ts';
import { type SnapshotControl } from '../endpoints/snapshot.ts';
import { type StateControl } from '../endpoints/state.ts';
import { type Send } from './call.ts';
/** The names that the types of a client take from an API. */
export interface ApiNames {
    readonly area: string;
    /** The records of each area. */
    readonly records: RecordKinds;
    /** Id of an operation. */
    readonly operation: string;
    readonly permission: string;
    /** A built-in scenario. */
    readonly scenario: string;
    /** The definition of a scenario. */
    readonly definition: ScenarioBase;
}
/** The names of a client that knows no areas. */
export interface NoNames extends ApiNames {
    readonly area: never;
}
interface CommonControl<Names extends ApiNames> extends StateControl, CoverageControl, ConductControl, MetricsControl {
    readonly clock: ClockControl;
    readonly scenarios: ScenarioControl<Pick<Names, 'scenario' | 'definition'>>;
    readonly assumptions: AssumptionControl;
    readonly keys: KeyControl<Names['permission']>;
    readonly quota: QuotaControl;
    readonly outbox: OutboxControl;
    readonly requests: RequestControl<Names['operation']>;
    readonly snapshot: SnapshotControl;
}
/** Everything a test can do to one sandbox. It works the same in this process and over HTTP. */
export type Control<Names extends ApiNames = NoNames> = CommonControl<Names> & RecordControls<Names['area'], Names['records']>;
/**
 * Creates the control of a sandbox.
 * @param where its control plane is, for messages
 * @param areas the names of the areas of its API
 */
export declare function createControl<Names extends ApiNames>(send: Send, where: string, areas: readonly Names['area'][]): Control<Names>;
export {};
