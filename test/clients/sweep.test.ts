import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { beforeAll, describe, inject, it } from 'vitest'
import * as z from 'zod/mini'

import { builtPackage } from '../support/built.ts'
import { run } from '../support/consumer.ts'
import { commandsIn, compileClients } from './commands.ts'
import { table } from './table.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = join(inject('buildFolder'), 'clients')
const commands = commandsIn(folder)

const rows = table
  .filter(({ isOften }) => isOften === true || process.env['CLIENTS'] === 'all')
  .map((row) => ({ ...row, title: `${row.client} ${row.plant ?? 'without one'}` }))

let program: string
beforeAll(async () => {
  const [{ main }] = await Promise.all([builtPackage(), compileClients(folder)])
  program = main
})

/** A client with several faults takes most runs. */
const mostRuns = 45

const reported = z.object({
  runs: z.int(),
  findings: z.array(
    z.object({
      id: z.string(),
      kind: z.string(),
      also: z.array(z.string()),
      outcome: z.string(),
      tests: z.array(z.object({ name: z.string() })),
    }),
  ),
  notTried: z.array(z.string()),
  leftOut: z.array(z.string()),
})

describe('sweep finds what is planted in a client, and nothing else', () => {
  it.concurrent.for(rows)(
    '$client $plant',
    async ({ client, plant, parts, sweep = [], conduct = [], completeAfter = '200ms' }, { expect, skip }) => {
      const command = commands[client]
      skip(command?.canRun !== true)
      const { words = [], report } = command ?? {}
      const flags = ['--complete-after', completeAfter, '--format', 'json']
      const reads = report === undefined ? [] : ['--report', report]
      const env = { ...(plant && { PLANT: plant }), ...(parts && { PARTS: parts }) }
      const line = [program, 'sweep', ...flags, ...reads, '--', ...words]
      const { code, out, err } = await run(process.execPath, line, root, env)
      expect([0, 3], err).toContain(code)
      const { findings, notTried, leftOut, runs } = reported.parse(JSON.parse(out))
      const breaking = findings.filter(({ kind }) => kind !== 'conduct')
      const found = breaking.flatMap(({ id, also }) => [id, ...also])
      // One option of a row, or one fault at an operation, spares the others.
      const expected = sweep.filter((id) => found.includes(id) || found.length === 0 || !notTried.includes(id))
      expect(found.toSorted(), out).toEqual(expected.toSorted())
      const verdicts = findings.filter(({ kind }) => kind === 'conduct').map(({ id }) => id.split(' ')[0])
      expect(
        verdicts.filter((id) => !conduct.includes(id ?? '')),
        out,
      ).toEqual([])
      expect(
        breaking.filter(({ outcome, tests }) => outcome === 'failed' && tests.length === 0),
        'each names the failed tests',
      ).toEqual([])
      expect(leftOut).toEqual([])
      expect(runs, out).toBeLessThan(mostRuns)
      expect(code).toBe(sweep.length === 0 ? 0 : 3)
    },
  )
})
