import type { Area } from '../api/define-area.ts';
import type { PermissionName } from '../assumptions/permissions.ts';
import { Permissions } from '../auth/permission.ts';
import type { Operation } from '../http/operation.ts';
import type { AreaState, Part } from '../sandbox/area-state.ts';
/** The areas of the API. An area comes after the areas that its records refer to. */
export declare const areas: readonly [Area<"resources", false, "getResource" | "listResources", "cloud:read">, Area<"assessments", true, "createAssessment" | "getAssessment" | "listAssessments", "security:read" | "security:write">, Area<"jobs", true, "createJob" | "getJob" | "listJobs", "analysis:read" | "analysis:write">];
type KnownArea = (typeof areas)[number];
/** Name of an area. */
export type AreaName = KnownArea['name'];
/** Name of an area with records that take time. */
export type LifecycleName = Extract<KnownArea, {
    hasLifecycle: true;
}>['name'];
type KnownOperation = KnownArea['operations'][number];
/** Id of an operation of the API. */
export type OperationId = KnownOperation['id'];
/** A permission of an API key: that of an operation, or its name under another model of the register. */
export type Permission = PermissionName<KnownOperation['permission']>;
/** The operations of areas, in the order of the document. */
export declare function operationsOf(all: readonly Area[]): readonly Operation[];
/** The names of areas with records that take time, in the order of the document. */
export declare function lifecycleNamesOf(all: readonly Area[]): readonly string[];
/** The parts that areas add to each sandbox, in the order of a snapshot. */
export declare function statesOf(all: readonly Area[]): readonly AreaState<Part>[];
/** The permissions that the operations of areas need. */
export declare function permissionsOf(all: readonly Area[]): Permissions;
/** The parts of the API, from its areas. */
export declare function apiOf(all: readonly Area[]): {
    operations: readonly Operation<string, string>[];
    permissions: Permissions;
    recordAdmins: () => Promise<import("../sandbox/record-admin.ts").RecordAdmin[]>;
    tags: readonly Area<string, boolean, string, string>[];
};
/** The eight operations of the document (§4). */
export declare const operations: readonly Operation[];
export {};
