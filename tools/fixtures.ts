// Draws the built-in fixtures again, with the ids that they have: `npm run fixtures`. A test holds the files to the factories.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import * as z from 'zod/mini'

import { assessmentTable } from '../src/api/assessments/assessment.ts'
import { generateAssessments } from '../src/api/assessments/factory.ts'
import { generateJobs } from '../src/api/jobs/factory.ts'
import { jobTable } from '../src/api/jobs/job.ts'
import { generateResources } from '../src/api/resources/factory.ts'
import { resourceTable } from '../src/api/resources/resource.ts'
import type { Table } from '../src/store/dataset.ts'

const seed = 1

const fileOf = (name: string): URL => new URL(`../fixtures/${name}`, import.meta.url)

const rowsSchema = z.array(z.looseObject({ id: z.string() }))

/** The ids in a file, which stay: pages, tests and users have copied them. */
const idsIn = (name: string): readonly string[] =>
  rowsSchema.parse(JSON.parse(readFileSync(fileOf(name), 'utf8'))).map(({ id }) => id)

/** A value as JSON, in which what is short stands on one line. */
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

/** The rows of records as the bytes of their file. */
function render<R extends object>({ definition }: Table<R>, records: readonly R[]): string {
  return `${toJson(records.map((record) => z.encode(definition.record, record)))}\n`
}

/** Records with the ids in a file. */
function withIds<R extends { readonly id: string }>(name: string, records: readonly R[]): readonly R[] {
  const ids = idsIn(name)
  if (ids.length !== records.length) throw new RangeError(`${name}: expected ${records.length} ids, got ${ids.length}`)
  return records.map((record, position) => ({ ...record, id: ids[position] ?? record.id }))
}

/** The built-in fixtures that are drawn, by file name, as the bytes of the file. */
export function renderFixtures(): ReadonlyMap<string, string> {
  const resources = withIds('resources.json', generateResources(seed, idsIn('resources.json').length))
  const assessments = withIds('assessments.json', generateAssessments(seed, resources))
  const jobs = withIds('jobs.json', generateJobs(seed, resources.length))
  return new Map([
    ['resources.json', render(resourceTable, resources)],
    ['assessments.json', render(assessmentTable, assessments)],
    ['jobs.json', render(jobTable, jobs)],
  ])
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [name, text] of renderFixtures()) writeFileSync(fileOf(name), text)
}
