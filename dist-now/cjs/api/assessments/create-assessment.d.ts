import type { SandboxState } from '../../sandbox/area-state.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { Collection } from '../../store/collection.ts';
/** The part of the inventory that assessments read. */
export type Inventory = SandboxState<Pick<Collection<{
    readonly id: string;
    readonly type: string;
}>, 'get' | 'hasInDataset' | 'select' | 'values' | 'valuesInDataset'>>;
/** `POST /security/assessments` (§4.1). @param inventory the resources to assess */
export declare function defineCreateAssessment(inventory: Inventory): import("../../http/operation.ts").OperationDefinition<"createAssessment", "security:write">;
/** The resource types that a body may have where the register says that others are refused. */
export declare function knownTypes(sandbox: Sandbox, inventory: Inventory): readonly string[];
