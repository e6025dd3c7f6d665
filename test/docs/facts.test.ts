import { readFileSync } from 'node:fs'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { areas } from '../../src/core/app/areas.ts'
import { verdicts } from '../../src/core/conduct/table.ts'
import { families } from '../../src/core/control/handlers/metrics.ts'
import { type Fake, startFake } from '../../src/index.ts'
import { command } from '../support/command.ts'
import { inCode, itemsOf, page, root, rowsOf, section } from './page.ts'

let fake: Fake

beforeAll(async () => {
  fake = await startFake()
})

afterAll(async () => await fake.close())

const started = page('docs/getting-started.md')
const failures = page('docs/failures.md')

const documentSchema = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ operationId: z.optional(z.string()) }))),
})

/** The operations of an OpenAPI document of the fake: `GET /cloud/resources`, with the id of each. */
async function operationsAt(url: string): Promise<ReadonlyMap<string, string>> {
  const { paths } = documentSchema.parse(await (await fetch(url)).json())
  const entries = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId = '' }]) => [`${method.toUpperCase()} ${path}`, operationId]),
  )
  return new Map(entries.map(([request = '', id = '']) => [request, id]))
}

/** The rows of a table of the data: a value, the number of records that have it, and the id of one of them. */
type ValueRows = readonly (readonly [value: string, count: number, id: string])[]

function valueRows(text: string, heading: string): ValueRows {
  const [, table = ''] = text.split(new RegExp(`^\\| ${heading} +\\|`, 'm'))
  return rowsOf(`| ${heading} |${table.split('\n\n')[0]}\n`).map((cells) => {
    const [value = '', count = '', id = ''] = cells.map((cell) => inCode(cell)[0] ?? cell)
    return [value, Number(count), id]
  })
}

describe('getting started', () => {
  it('shows the banner that the program prints', async () => {
    let banner = ''
    await command(['--port', '0'], async ({ out, baseUrl }) => {
      banner = out.replaceAll(new URL(baseUrl).host, '127.0.0.1:4747')
    })
    const shown = page('README.md').blocks.find(({ code }) => code.includes('is ready'))?.code ?? ''
    const lines = (text: string): string[] => text.replace(/^cloudsec-fake \S+/, '').split('\n')
    const like = lines(shown).map((line) => (line.endsWith('…') ? expect.stringContaining(line.slice(0, -1)) : line))
    expect(lines(banner)).toEqual(like)
  })

  const rows = rowsOf(section(started, 'Operations')).map((cells) => cells.map((cell) => inCode(cell)[0] ?? ''))

  it('has each operation, with its id', async () => {
    const known = await operationsAt(fake.baseUrl.replace(/v1$/, 'openapi.json'))
    expect(new Map(rows.map(([id = '', request = '']) => [request, id]))).toEqual(known)
  })

  it('says which permission each operation needs', async () => {
    const permissions = areas.flatMap(({ operations }) => operations.map((operation) => operation.permission))
    const bodies = { createAssessment: '/security/assessments', createJob: '/data/analysis/jobs' }
    for (const [id = '', request = '', permission = ''] of rows) {
      const needed = permissions.find((known) => known === permission) ?? expect.fail(permission)
      const { secret } = await fake.keys.create({ name: id, permissions: [needed] })
      const [method = '', path = ''] = request.split(' ')
      const headers = { Authorization: `Bearer ${secret}`, 'Content-Type': 'application/json' }
      const init = id in bodies ? { method, headers, body: '{}' } : { method, headers }
      const { status } = await fetch(fake.baseUrl + path.replace('{id}', 'x'), init)
      expect([200, 400], id).toContain(status)
    }
  })

  it('has each key of the fixtures, with its id and what it may do', async () => {
    const keys = (await fake.keys.list()).filter(({ createdAt }) => createdAt === null)
    const rows = rowsOf(section(started, 'API keys'))
    expect(rows.map(([, id = '', name]) => [inCode(id)[0], name])).toEqual(keys.map(({ id, name }) => [id, name]))
    for (const [position, [secret = '', , , may = '']] of rows.entries()) {
      const { id, permissions, revoked } = keys[position] ?? expect.fail('no such key')
      expect(inCode(secret)).toEqual([`csf_${id.replaceAll('-', '_')}`])
      if (may === 'all') expect(permissions).toHaveLength(5)
      else if (may.startsWith('none')) expect(permissions.length === 0 || revoked).toBe(true)
      else expect(inCode(may).slice(0, permissions.length)).toEqual(permissions)
    }
  })

  it('counts the records that there are', async () => {
    const { counts } = await fake.sandbox('untouched').summary()
    const { length } = await fake.sandbox('untouched').keys.list()
    const data = section(started, 'Data').replaceAll('\n', ' ')
    const [, resources, assessments, jobs, keys] =
      /with (\d+) resources, (\d+) assessments, (\d+) jobs and the (\d+) keys/.exec(data) ?? []
    expect({ resources, assessments, jobs, keys }).toEqual(
      Object.fromEntries(Object.entries({ ...counts, keys: length }).map(([kind, count]) => [kind, String(count)])),
    )
  })

  it.each([
    ['resources', '**Resources**', 'type', 'type'],
    ['resources', '**Resources**', 'status', 'status'],
    ['assessments', '**Assessments**', 'status', 'status'],
    ['jobs', '**Jobs**', 'status', 'status'],
  ] as const)('lists %s: %s by %s, with one id of each', async (kind, start, heading, field) => {
    const items: object[] = (await fake.sandbox('untouched')[kind].list()).items
    const [, part = ''] = section(started, 'Data').split(start)
    const rows = valueRows(part, heading)
    expect(new Set(rows.map(([value]) => value))).toEqual(new Set(items.map((item) => Reflect.get(item, field))))
    for (const [value, count, id] of rows) {
      const those = items.filter((item) => Reflect.get(item, field) === value)
      expect([those.length, those.some((item) => Reflect.get(item, 'id') === id)], value).toEqual([count, true])
    }
  })
})

describe('failures', () => {
  it('has each built-in scenario, and says how many there are', async () => {
    const known = (await fake.scenarios.list()).map(({ name }) => name)
    const items = itemsOf(section(failures, 'Built-in scenarios'))
    expect(items.flatMap(([name = '']) => inCode(name)).toSorted()).toEqual(known)
    expect(failures.text).toContain(` ${known.length} are built in`)
    expect(page('README.md').text).toContain(`\n${known.length} such scenarios are built in`)
  })

  it('has a scenario that can be used, as all that it shows', async () => {
    const shown = page('docs/rules.md').blocks.find(({ language }) => language === 'json')
    expect((await fake.sandbox('shown').scenarios.define(JSON.parse(shown?.code ?? ''))).active).toBe(true)
  })

  it('explains each field of a scenario', () => {
    const schema: unknown = JSON.parse(readFileSync(`${root}scenarios/schema/scenario.schema.json`, 'utf8'))
    const names = new Set<string>()
    const collect = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return
      for (const [key, inner] of Object.entries(value)) {
        if (key === 'properties') for (const name of Object.keys(Object(inner))) names.add(name)
        if (key === 'enum' && Array.isArray(inner) && inner.includes('reset'))
          inner.forEach((fault) => names.add(fault))
        // Assumptions have a page of their own, which is generated.
        if (key !== 'assume') collect(inner)
      }
    }
    collect(schema)
    expect(names.size).toBeGreaterThan(40)
    const { text } = page('docs/rules.md')
    for (const name of names) expect(text).toMatch(new RegExp(`[\`"]${name.replace('$', String.raw`\$`)}[\`"]`))
  })
})

describe('other pages', () => {
  it('have each verdict with its severity and rule', () => {
    const expected = verdicts.map(({ id, severity, title }) => [`\`${id}\` (${severity})`, title])
    expect(itemsOf(section(page('docs/coverage.md'), 'The verdicts'))).toEqual(expected)
  })

  it('have each metric with its kind and labels', () => {
    const rows = rowsOf(section(page('docs/journal.md'), 'All metrics')).slice(0, families.length)
    const shown = rows.map(([name = '', kind, labels = '']) => [inCode(name)[0], kind, inCode(labels)])
    expect(shown).toEqual(families.map(({ name, kind, labels }) => [name, kind, labels]))
  })

  it('have each flag of start, with its variable', async () => {
    // What one start alone does has neither a variable nor a field of the configuration file.
    const notOptions = new Set('--help --detach --open --end-with-stdin --format --json'.split(' '))
    const { out: help } = await command(['start', '--help'])
    const flags = [...help.matchAll(/(--[a-z-]+)/g)].map(([flag]) => flag).filter((flag) => !notOptions.has(flag))
    const variables = [...help.matchAll(/CLOUDSEC_FAKE_[A-Z_]+/g)].map(([variable]) => variable)
    const [, options = ''] = /<!-- options -->\n([^]*)<!-- \/options -->/.exec(page('docs/configuration.md').text) ?? []
    const rows = rowsOf(options)
    expect(rows.flatMap(([flag = '']) => inCode(flag).slice(-1)).toSorted()).toEqual([...new Set(flags)].toSorted())
    expect(rows.flatMap(([, variable = '']) => inCode(variable)).toSorted()).toEqual(variables.toSorted())
  })
})
