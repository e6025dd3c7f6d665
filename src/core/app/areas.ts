import { assessmentsArea } from '../api/assessments/area.ts'
import type { Area } from '../api/define-area.ts'
import { jobsArea } from '../api/jobs/area.ts'
import { resourcesArea } from '../api/resources/area.ts'
import type { PermissionName } from '../assumptions/permissions.ts'
import { Permissions } from '../auth/permission.ts'
import type { Operation } from '../http/types.ts'
import { lazily } from '../lib/lazily.ts'
import { sortBy } from '../lib/sort-by.ts'

/** The areas of the API. An area comes after the areas that its records refer to. */
export const areas = [resourcesArea, assessmentsArea, jobsArea] as const

type KnownArea = (typeof areas)[number]

export type AreaName = KnownArea['name']

export type LifecycleName = Extract<KnownArea, { hasLifecycle: true }>['name']

type KnownOperation = KnownArea['operations'][number]

/** Id of an operation of the API. */
export type OperationId = KnownOperation['id']

/** A permission of an API key, by its name under any model of the register. */
export type Permission = PermissionName<KnownOperation['permission']>

/** Sorts by section numbers: §4.10 comes after §4.2. */
const inDocumentOrder = (all: readonly Area[]): readonly Area[] =>
  sortBy(all, ({ section }) => section.replaceAll(/\d+/g, (number) => number.padStart(4, '0')))

export const operationsOf = (all: readonly Area[]): readonly Operation[] =>
  inDocumentOrder(all).flatMap((area) => area.operations)

export const lifecycleNamesOf = (all: readonly Area[]): readonly string[] =>
  inDocumentOrder(all).flatMap(({ name, hasLifecycle }) => (hasLifecycle ? [name] : []))

export function permissionsOf(all: readonly Area[]): Permissions {
  const ofArea = inDocumentOrder(all).map((area) => area.operations.map(({ permission }) => permission).toSorted())
  return new Permissions([...new Set(ofArea.flat())])
}

export function apiOf(all: readonly Area[]) {
  return {
    operations: operationsOf(all),
    permissions: permissionsOf(all),
    recordAdmins: lazily(() => Promise.all(all.map(({ admin }) => admin()))),
    tags: inDocumentOrder(all),
  }
}

export const operations: readonly Operation[] = operationsOf(areas)
