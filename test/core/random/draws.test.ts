import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { renderFixtures } from '../../../scripts/fixtures.ts'
import { generateAssessments } from '../../../src/core/api/assessments/factory.ts'
import { drawTask, generateJobs } from '../../../src/core/api/jobs/factory.ts'
import { drawResource, generateResources } from '../../../src/core/api/resources/factory.ts'
import { createFake } from '../../../src/index.ts'
import { noon } from '../../support/answers.ts'
import { run } from '../../support/consumer.ts'
import { builtIn } from '../../support/record-admin.ts'

it.each([...renderFixtures()])('%s is what the factories draw: `npm run fixtures` writes it', (name, text) => {
  expect(readFileSync(new URL(`../../../fixtures/${name}`, import.meta.url), 'utf8')).toBe(text)
})

/** Ten records, drawn in any order. */
const makers = [
  ...[0, 1, 99_999].map((number) => () => drawResource(1, `1:resource ${number}`, {}, number)),
  ...[{}, { type: 'cache', provider: 'gcp' }, { region: 'eastus' }].map(
    (given, at) => () => drawResource(7, `7:made ${at}`, given),
  ),
  () => drawTask(1, '1:made 0', Date.parse(noon), {}),
  () => drawTask(7, '7:made 0', Date.parse(noon), { analysis_type: 'access_review' }),
  () => generateAssessments(1, generateResources(1, 5))[3],
  () => generateJobs(1, 5)[3],
]

describe('ten records', () => {
  it('are the same on every version of Node', async () => {
    const records = makers.map((make) => make())
    const lines = records.map((record) => `${JSON.stringify(record)}\n`)
    await expect(lines.join('')).toMatchFileSnapshot('../../support/drawn-records.snap')
  })

  it('are the same in another order', () => {
    const records = makers.map((make) => make())
    const reversed = makers.toReversed().map((make) => make())
    expect(reversed.toReversed()).toEqual(records)
  })

  it('are the same in another process', async () => {
    const text = `
      import { generateResources } from '${new URL('../../../src/core/api/resources/factory.ts', import.meta.url).href}'
      generateResources(3, 7)
      console.log(JSON.stringify(generateResources(1, 10).toReversed()))`
    const args = ['--import', 'tsx', '--input-type=module', '--eval', text]
    const { code, out, err } = await run(process.execPath, args, fileURLToPath(new URL('../../..', import.meta.url)))
    expect([code, err]).toEqual([0, ''])
    expect(JSON.parse(out).toReversed()).toEqual(generateResources(1, 10))
  })
})

const inventory = generateResources(1, 10_000)

const countsOf = (values: readonly string[]): ReadonlyMap<string, number> =>
  new Map([...new Set(values)].map((value) => [value, values.filter((other) => other === value).length]))

describe('a drawn inventory', () => {
  it('has no name, private address or id twice', () => {
    for (const values of [
      inventory.map(({ name }) => name),
      inventory.map(({ details }) => details.private_ip),
      inventory.map(({ id }) => id),
      inventory.flatMap(({ details }) => details.volumes.map(({ id }) => id)),
    ])
      expect(new Set(values).size).toBe(values.length)
    expect(new Set(inventory.slice(0, 700).map(({ details }) => details.public_ip)).size).toBe(700)
  })

  it('has mostly running resources, more in production than elsewhere, and every type, provider and status', () => {
    const statuses = countsOf(inventory.map(({ status }) => status))
    expect([...statuses.keys()].toSorted()).toEqual(['provisioning', 'running', 'stopped', 'terminated'])
    expect(statuses.get('running')).toBeGreaterThan(7000)
    const environments = countsOf(inventory.flatMap(({ tags }) => tags.slice(0, 1).map(({ value }) => value)))
    expect([...environments.keys()].toSorted()).toEqual(['development', 'production', 'staging'])
    expect(environments.get('production')).toBeGreaterThan(4500)
    const types = countsOf(inventory.map(({ type }) => type))
    expect([...types.keys()].toSorted()).toEqual([
      'cache',
      'database',
      'kubernetes_cluster',
      'load_balancer',
      'virtual_machine',
    ])
    for (const [of, count] of [...types, ...countsOf(inventory.map(({ provider }) => provider))])
      expect([of, count > 500]).toEqual([of, true])
  })

  it('has each network at one provider, in one region and environment, with the private addresses of its resources', () => {
    const networks = new Map<string, string>()
    for (const { provider, region, tags, details } of inventory) {
      const [first, second] = details.private_ip.split('.')
      expect(first).toBe('10')
      const network = `${provider} ${region} ${tags[0]?.value} 10.${second}`
      expect(networks.get(details.vpc_id) ?? network).toBe(network)
      networks.set(details.vpc_id, network)
      expect(details.public_ip).toMatch(/^(?:192\.0\.2|198\.51\.100|203\.0\.113)\.(?!0$|255$)\d+$/)
    }
    expect(networks.size).toBeGreaterThan(20)
  })

  it('has regions of one provider, and volumes, groups and sizes that suit the type', () => {
    const owners = new Map(inventory.map(({ region, provider }) => [region, provider]))
    for (const { type, provider, region, status, details, created_at, updated_at, tags } of inventory) {
      expect(owners.get(region)).toBe(provider)
      expect(created_at).toBeLessThanOrEqual(updated_at)
      expect(details.volumes.length > 0).toBe(status !== 'terminated' && !['cache', 'load_balancer'].includes(type))
      if (type === 'database') expect(details.instance_type).toMatch(/^(?:db[.-]|GP_)/)
      expect(details.security_groups.some(({ name }) => name === 'database')).toBe(type === 'database')
      const keys = tags.map(({ key }) => key)
      expect(new Set(keys).size).toBe(keys.length)
    }
  })

  it('has a few names and tags beyond ASCII: with accents, of other scripts, and with emoji', () => {
    const texts = inventory.flatMap(({ name, tags }) => [name, ...tags.map(({ value }) => value)])
    for (const script of [/[à-ÿ]/, /\p{Script=Han}/u, /\p{Script=Hangul}/u, /\p{Extended_Pictographic}/u]) {
      const names = inventory.filter(({ name }) => script.test(name)).length
      expect(names).toBeGreaterThan(0)
      expect(texts.filter((text) => script.test(text)).length).toBeGreaterThan(names)
      expect(names / inventory.length).toBeLessThan(0.2)
    }
    expect(builtIn('resources').filter(({ name }) => /[^\x20-\x7e]/.test(String(name))).length).toBeGreaterThan(3)
  })
})

const jobName = /^(Daily|Weekly|Monthly|Quarterly) (correlation|search|review) .+ in (\S+)\/(\S+), (\w+)$/
const days = new Map(Object.entries({ Daily: 1, Weekly: 7, Monthly: 30, Quarterly: 91 }))
const periodSchema = z.looseObject({
  parameters: z.looseObject({ start_date: z.string(), end_date: z.string() }),
})

it('assessments and jobs belong to their inventory, and jobs look at the days that their names say', async () => {
  const fake = await createFake({ resources: 40 })
  const resources = (await fake.resources.list()).items
  const types = new Map(resources.map(({ id, type }) => [id, type]))
  const assessments = (await fake.assessments.list()).items
  expect(assessments).toHaveLength(48)
  for (const { resource_id, resource_type } of assessments) expect(types.get(resource_id)).toBe(resource_type)
  const jobs = (await fake.jobs.list()).items
  expect(jobs).toHaveLength(25)
  const stems = resources.map(({ name }) => name.replace(/-[a-z\d]+-\d+$/, ''))
  for (const { name, data_source, created_at } of jobs) {
    const [, period = '', , team = '', role = '', environment = ''] = jobName.exec(name) ?? []
    const short = environment.replace('production', 'prod').replace('development', 'dev')
    expect(stems).toContain(`${short}-${team}-${role}`)
    const { parameters } = periodSchema.parse(data_source)
    const [startMs, endMs] = [Date.parse(parameters.start_date), Date.parse(parameters.end_date)]
    expect((endMs - startMs) / 86_400_000).toBe(days.get(period))
    expect(endMs).toBeLessThan(Date.parse(created_at))
  }
  await fake.close()
  const empty = await createFake({ resources: 0 })
  expect((await empty.summary()).counts).toEqual({ resources: 0, assessments: 0, jobs: 0 })
  await empty.close()
})

const resultSchema = z.looseObject({
  resource_type: z.string(),
  findings: z.optional(z.array(z.looseObject({ description: z.string() }))),
})

it('findings suit the type of their resource', () => {
  const unfit = {
    SSH: 'virtual_machine',
    'API server': 'kubernetes_cluster',
    listener: 'load_balancer',
    database: 'database',
  }
  const found = builtIn('assessments').map((row) => resultSchema.parse(row))
  expect(found.flatMap(({ findings = [] }) => findings).length).toBeGreaterThan(100)
  for (const { resource_type, findings = [] } of found)
    for (const { description } of findings)
      for (const [word, type] of Object.entries(unfit)) if (description.includes(word)) expect(resource_type).toBe(type)
})

it('each page of the built-in list has several types and providers, and each filter of the document finds some', async () => {
  const fake = await createFake()
  const ask = async (path: string) => {
    const answer = await fake.fetch(`${fake.baseUrl}${path}`, { headers: { Authorization: `Bearer ${fake.apiKey}` } })
    return z.object({ data: z.array(z.record(z.string(), z.unknown())) }).parse(await answer.json()).data
  }
  for (const page of [1, 2, 3]) {
    const items = await ask(`/cloud/resources?page=${page}`)
    for (const field of ['type', 'provider', 'region', 'status'])
      expect(new Set(items.map((item) => item[field])).size).toBeGreaterThan(1)
  }
  for (const path of [
    '/cloud/resources?type=virtual_machine',
    '/cloud/resources?tag=environment:production&tag=team:payments',
    '/security/assessments?resource_type=virtual_machine',
    '/data/analysis/jobs?type=security_event_correlation',
    '/data/analysis/jobs?status=pending',
  ])
    expect(await ask(path)).not.toEqual([])
  await fake.close()
})
