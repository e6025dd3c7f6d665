// The build replaces the declarations of this file, so that editors show the names and the text of each field (scripts/scenario-types.ts).
import type { ScenarioOf } from '../scenarios/schema.ts'
import type { LifecycleName, OperationId } from './areas.ts'

/** Name of a built-in scenario. */
export type BuiltInScenario = string

/** A named set of settings and fault rules, as a file, the control plane and a program write it. */
export type Scenario = ScenarioOf<LifecycleName, OperationId>
