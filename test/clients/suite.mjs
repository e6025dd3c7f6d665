// The suite of the client: node suite.mjs. It prints JUnit XML. PARTS names some of its parts, PLANT a fault to plant.
import assert from 'node:assert/strict'

import { Client, sound } from './client.mjs'
import { plants } from './plants.mjs'

const { CLOUDSEC_BASE_URL: baseUrl, CLOUDSEC_API_KEY: apiKey, PLANT, PARTS } = process.env
if (PLANT !== undefined && !(PLANT in plants))
  throw new Error(`PLANT: expected one of ${Object.keys(plants).join(', ')}`)

const open = (key) => new Client({ baseUrl, apiKey: key }, { ...sound, ...plants[PLANT] })
const client = open(apiKey)

/** A resource of the dataset that has no assessment yet. */
const subject = { name: 'prod-platform-ci-db-01', type: 'database' }
const job = {
  name: `Correlation ${Date.now().toString(36)}`,
  analysis_type: 'security_event_correlation',
  output_format: 'json',
  data_source: {
    type: 'security_logs',
    parameters: { start_date: '2026-06-01T00:00:00Z', end_date: '2026-06-02T00:00:00Z', log_types: ['firewall'] },
  },
}

const idsOf = (items) => new Set(items.map(({ id }) => id))

/** Lists resources, each of which has to come once. */
async function listed(filters) {
  const { items, changed } = await client.listResources(filters)
  assert.equal(idsOf(items).size, items.length, 'no resource comes twice')
  return { items, changed }
}

const parts = {
  inventory: {
    'lists all resources': async () => {
      const { items, changed } = await listed()
      assert.ok(changed || items.length >= 60, `expected the 60 resources, got ${items.length}`)
    },
    'lists one type of them': async () => {
      const { items, changed } = await listed({ type: 'virtual_machine', limit: '8' })
      assert.ok(changed || items.length >= 20, `expected the 20 virtual machines, got ${items.length}`)
      assert.ok(items.length < 40, `expected only virtual machines, got ${items.length} resources`)
    },
    'gets some resources at once': async () => {
      const { items } = await client.listResources({ type: 'load_balancer' })
      const ids = items.slice(-4).map(({ id }) => id)
      const records = await Promise.all(ids.map((id) => client.getResource(id)))
      assert.deepEqual(
        records.map(({ id }) => id),
        ids,
      )
      assert.ok(records.every(({ details }) => details.instance_type.length > 0))
    },
  },
  tags: {
    'finds resources by a tag': async () => {
      // Records without tags come in the first two answers of a list, if they do.
      await client.listResources()
      const found = await client.findTagged('environment', 'production')
      assert.ok(found.length >= 20, `expected the 23 resources of production, got ${found.length}`)
    },
  },
  assessments: {
    'assesses a resource once': async () => {
      const { items } = await client.listResources({ limit: '100' })
      const { id: resource } = items.find(({ name }) => name === subject.name)
      const before = idsOf(await client.listAssessments(resource))
      const { id, score, timestamp } = await client.assess({ id: resource, type: subject.type })
      assert.ok(score >= 0 && score <= 100)
      assert.ok(!Number.isNaN(Date.parse(timestamp)), timestamp)
      const after = idsOf(await client.listAssessments(resource))
      assert.deepEqual(
        [...after].filter((known) => !before.has(known)),
        [id],
      )
    },
  },
  jobs: {
    'runs a job once': async () => {
      const { id } = await client.runJob(job)
      const items = await client.listJobs()
      assert.deepEqual([...idsOf(items.filter(({ name }) => name === job.name))], [id])
    },
  },
  refusals: {
    'reports a resource that is not there': async () => {
      const { items } = await client.listResources({ type: 'cache' })
      await assert.rejects(client.getResource(items[0].id.replace(/.{12}$/, 'f'.repeat(12))), {
        code: 'resource_not_found',
      })
    },
    'reports a job that is refused': async () => {
      const refused = { ...job, name: `${job.name} refused`, data_source: { ...job.data_source, type: {} } }
      await assert.rejects(client.runJob(refused), { code: 'invalid_request' })
    },
    'reports a key that may not list jobs': async () =>
      await assert.rejects(open('csf_cloud').listJobs(), { code: 'authorization_error' }),
    'reports a wrong key': async () =>
      await assert.rejects(open('wrong').listResources(), { code: 'authentication_error' }),
  },
}

const escape = (text) => text.replace(/[&<>"\n]/g, (char) => `&#${char.charCodeAt(0)};`)

const cases = []
for (const part of PARTS?.split(',') ?? Object.keys(parts)) {
  for (const [name, check] of Object.entries(parts[part])) {
    const failure = await check().then(
      () => '',
      (error) => `<failure message="${escape(String(error))}"/>`,
    )
    if (failure !== '') process.exitCode = 1
    cases.push(`<testcase classname="${part}" name="${name}">${failure}</testcase>`)
  }
}
process.stdout.write(`<testsuites><testsuite name="clients">${cases.join('\n')}</testsuite></testsuites>\n`)
