// Draws the built-in fixtures again, with their present ids: `npm run fixtures`. A test compares the files with the factories.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import * as z from 'zod/mini'

import { assessmentTable } from '../src/core/api/assessments/assessment.ts'
import { generateAssessments } from '../src/core/api/assessments/factory.ts'
import { generateJobs } from '../src/core/api/jobs/factory.ts'
import { jobTable } from '../src/core/api/jobs/job.ts'
import { generateResources } from '../src/core/api/resources/factory.ts'
import { resourceTable } from '../src/core/api/resources/resource.ts'
import type { Table } from '../src/core/store/dataset.ts'

const seed = 1

const fileOf = (name: string): URL => new URL(`../fixtures/${name}`, import.meta.url)

const rowSchema = z.looseObject({ id: z.string() })

const rowsIn = (name: string) => z.array(rowSchema).parse(JSON.parse(readFileSync(fileOf(name), 'utf8')))

const looks: readonly ((row: Readonly<Record<string, unknown>>) => string)[] = [
  ({ type, status }) => `${String(type)} ${String(status)}`,
  ({ type }) => String(type),
  () => '',
]

/** Formats a value as JSON, with short values on one line. */
function toJson(value: unknown, indent = ''): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const deeper = `${indent}  `
  const parts = Array.isArray(value)
    ? value.map((item) => toJson(item, deeper))
    : Object.entries(value).flatMap(([name, inner]) =>
        inner === undefined ? [] : [`${JSON.stringify(name)}: ${toJson(inner, deeper)}`],
      )
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{ ', ' }']
  const line = open + parts.join(', ') + close
  if (indent.length + line.length <= 100 && !line.includes('\n')) return line
  return `${open.trim()}\n${deeper}${parts.join(`,\n${deeper}`)}\n${indent}${close.trim()}`
}

/** Renders records as the text of their file. */
function render<R extends object>({ definition }: Table<R>, records: readonly R[]): string {
  return `${toJson(records.map((record) => z.encode(definition.record, record)))}\n`
}

/** Records with the ids in a file, which pages, tests and users have copied: each goes to a record like the present one. */
function withIds<R extends { readonly id: string }>(
  name: string,
  { definition }: Table<R>,
  records: readonly R[],
): readonly R[] {
  const free = rowsIn(name)
  if (free.length !== records.length) throw new RangeError(`${name}: expected ${free.length} records`)
  const ids = new Map<R, string>()
  for (const look of looks) {
    for (const record of records) {
      const like = look(rowSchema.parse(z.encode(definition.record, record)))
      const at = ids.has(record) ? -1 : free.findIndex((row) => look(row) === like)
      for (const { id } of at < 0 ? [] : free.splice(at, 1)) ids.set(record, id)
    }
  }
  return records.map((record) => ({ ...record, id: ids.get(record) ?? record.id }))
}

/** Draws the built-in fixtures. @returns the text of each file, by name */
export function renderFixtures(): ReadonlyMap<string, string> {
  const resources = withIds('resources.json', resourceTable, generateResources(seed, rowsIn('resources.json').length))
  const assessments = withIds('assessments.json', assessmentTable, generateAssessments(seed, resources))
  const jobs = withIds('jobs.json', jobTable, generateJobs(seed, resources.length))
  return new Map([
    ['resources.json', render(resourceTable, resources)],
    ['assessments.json', render(assessmentTable, assessments)],
    ['jobs.json', render(jobTable, jobs)],
  ])
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, text] of renderFixtures()) writeFileSync(fileOf(name), text)
}
