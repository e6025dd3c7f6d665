import { severities } from '../core/api/assessments/checks.ts'
import { nothingFound } from '../core/api/assessments/scan.ts'
import type { Area, AreaTable } from '../core/api/define-area.ts'
import { jobStateNames } from '../core/api/jobs/job.ts'
import { resourceSchema } from '../core/api/resources/resource.ts'
import { type AreaName, areas } from '../core/app/areas.ts'
import { createFake } from '../core/app/create-fake.ts'
import type { Choices } from '../core/assumptions/profile.ts'
import type { Profile } from '../core/assumptions/register.ts'
import { fieldsOf } from '../core/lib/issues.ts'
import { isJsonObject, type JsonObject } from '../core/lib/merge-patch.ts'
import { fillPath } from '../core/lib/path-template.ts'
import { parseBy } from '../core/lib/read-by.ts'
import { isUuid, toStoredId } from '../core/random/ids.ts'
import { maxPageSize } from '../core/spec/limits.ts'
import { versionPath } from '../core/spec/version.ts'
import { capturedAssessments } from '../tools/capture/areas/assessments.ts'
import type { CapturedArea } from '../tools/capture/areas/captured-area.ts'
import { capturedJobs } from '../tools/capture/areas/jobs.ts'
import { capturedResources } from '../tools/capture/areas/resources.ts'
import type { CapturableArea } from '../tools/capture/assemble.ts'
import type { FakeAnswers, FixtureRow } from '../tools/capture/capture.ts'

const capturedAreas: Readonly<Partial<Record<AreaName, CapturedArea>>> = {
  resources: capturedResources(Object.keys(resourceSchema.shape)),
  assessments: capturedAssessments({ nothingFound, severities }),
  jobs: capturedJobs(Object.values(jobStateNames)),
}

/** The areas whose records can be captured, with what reads them. */
export const answeredAreas: readonly CapturableArea[] = areas.flatMap(({ name, table, operations }: KnownArea) => {
  const list = operations.find(({ isList }) => isList)
  const get = operations.find(({ isList, method }) => !isList && method === 'GET')
  const captured = capturedAreas[name]
  if (list === undefined || get === undefined || captured === undefined) return []
  const toRow: CapturedArea['toRow'] = (answered, profile) =>
    withKeptIds(captured.toRow(answered, profile), table.definition, profile)
  return [{ name, file: table.definition.file, list, get, ...captured, toRow }]
})

type KnownArea = Area<AreaName>

/** A row whose ids have the form of a fixture file. */
function withKeptIds(row: JsonObject, { ids = {} }: AreaTable['definition'], profile: Profile): JsonObject {
  const kept = Object.entries(row).map(([field, value]) => {
    const kind = ids[field]?.kind(profile)
    return [field, kind === undefined ? value : toStoredId(String(value), kind)]
  })
  return Object.fromEntries(kept)
}

/** A row is checked at most this often. */
const maxChecks = 40

/** Removes from a row the values that its fixture file rejects. @returns false for a row without a usable id */
export function repairRow(area: Pick<CapturableArea, 'name'>, row: FixtureRow, profile: Profile): boolean {
  const table: AreaTable | undefined = areas.find(({ name }) => name === area.name)?.table
  if (table === undefined) return false
  for (let checks = 0; checks < maxChecks; checks += 1) {
    const parsed = parseBy(table.definition.record, row)
    const issues = parsed.success ? [] : parsed.error.issues
    const foreign = Object.entries(table.definition.ids ?? {}).filter(
      ([field, { kind }]) => kind(profile).format !== 'any' && !isUuid(String(row[field])),
    )
    const paths = [...issues.flatMap(fieldsOf).map(({ path }) => path), ...foreign.map(([field]) => [field])]
    const removed = paths.filter((path) => remove(row, path))
    if (!Object.hasOwn(row, 'id')) return false
    if (removed.length === 0) return table.check([row], profile).problems.every(({ field }) => field !== '[0].id')
  }
  return false
}

/** Removes the value at a path, or if there is none, the field of the row above it. @returns false if both are missing */
function remove(row: FixtureRow, [field, ...path]: readonly PropertyKey[]): boolean {
  if (field === undefined || !Object.hasOwn(row, field)) return false
  const owner = path.slice(0, -1).reduce<unknown>((inner, name) => Object(inner)[name], row[String(field)])
  const last = path.at(-1)
  const isInside = last !== undefined && isJsonObject(owner) && Object.hasOwn(owner, last)
  return isInside ? Reflect.deleteProperty(owner, last) : Reflect.deleteProperty(row, field)
}

/** Starts a fake with a folder of fixtures, and with a quota that is never exhausted. @returns a function that reads an area from it */
export async function openFolder(folder: string, choices: Choices) {
  const fake = await createFake({ fixtures: folder, assume: { ...choices, rateQuota: 1_000_000_000 }, clock: 'frozen' })
  const ask = async (path: string): Promise<JsonObject> => {
    const headers = { Authorization: `Bearer ${fake.apiKey}` }
    const answer: unknown = await (await fake.fetch(`http://localhost${versionPath}${path}`, { headers })).json()
    return isJsonObject(answer) ? answer : {}
  }
  const show = async ({ list, get }: CapturableArea): Promise<FakeAnswers> => {
    const items = new Map<string, JsonObject>()
    for (let page = 1; ; page += 1) {
      const { data } = await ask(`${list.path}?limit=${maxPageSize}&page=${page}`)
      const found = Array.isArray(data) ? data.filter(isJsonObject) : []
      for (const item of found) items.set(String(item['id']), item)
      if (found.length < maxPageSize) break
    }
    return {
      items,
      get: async (id) => {
        const { data } = await ask(fillPath(get.path, { id }))
        return isJsonObject(data) ? data : undefined
      },
    }
  }
  return { show, close: () => fake.close() }
}
