import assert from 'node:assert/strict'

import { type Access, type Checks, type NewJob, type Service, ServiceError } from './service.ts'

/** A resource of the dataset that has no assessment yet. */
const subject = { name: 'prod-identity-sessions-db-01', type: 'database' }

const job: NewJob = {
  name: `Correlation ${Date.now().toString(36)}`,
  analysis_type: 'security_event_correlation',
  output_format: 'json',
  data_source: {
    type: 'security_logs',
    parameters: { start_date: '2026-06-01T00:00:00Z', end_date: '2026-06-02T00:00:00Z', log_types: ['firewall'] },
  },
}

const idsOf = (items: readonly { readonly id: string }[]): ReadonlySet<string> => new Set(items.map(({ id }) => id))

/** The checks of a client by part. */
export function partsOf(open: (access: Access) => Service, access: Access): Readonly<Record<string, Checks>> {
  const service = open(access)
  return {
    inventory: {
      'lists all resources': async () => {
        const { items, changed } = await service.listResources()
        assert.equal(idsOf(items).size, items.length, 'no resource comes twice')
        assert.ok(changed || items.length >= 60, `expected the 60 resources, got ${items.length}`)
      },
      'lists one type of them': async () => {
        const { items, changed } = await service.listResources({ type: 'virtual_machine', limit: '8' })
        assert.equal(idsOf(items).size, items.length, 'no resource comes twice')
        assert.ok(changed || items.length >= 20, `expected the 20 virtual machines, got ${items.length}`)
        assert.ok(items.length < 40, `expected only virtual machines, got ${items.length} resources`)
      },
      'gets a resource': async () => {
        const { items } = await service.listResources({ type: 'load_balancer' })
        const [first] = items
        assert.ok(first !== undefined)
        const { id, details } = await service.getResource(first.id)
        assert.equal(id, first.id)
        assert.ok(details.instance_type.length > 0)
      },
    },
    tags: {
      'finds resources by a tag': async () => {
        // Records without tags come in the first two answers of a list, if they do.
        await service.listResources()
        const found = await service.findTagged('environment', 'production')
        assert.ok(found.length >= 20, `expected the 23 resources of production, got ${found.length}`)
      },
    },
    assessments: {
      'assesses a resource once': async () => {
        const { items } = await service.listResources({ limit: '100' })
        const found = items.find(({ name }) => name === subject.name)
        assert.ok(found !== undefined)
        const before = idsOf((await service.listAssessments(found.id)).items)
        const { id, score, timestamp } = await service.assess({ id: found.id, type: subject.type })
        assert.ok(score >= 0 && score <= 100)
        assert.ok(!Number.isNaN(Date.parse(timestamp)), timestamp)
        const after = idsOf((await service.listAssessments(found.id)).items)
        assert.deepEqual(
          [...after].filter((known) => !before.has(known)),
          [id],
        )
      },
    },
    jobs: {
      'runs a job once': async () => {
        const { id } = await service.runJob(job)
        const { items } = await service.listJobs()
        assert.deepEqual([...idsOf(items.filter(({ name }) => name === job.name))], [id])
      },
    },
    refusals: {
      'reports a resource that is not there': async () => {
        const { items } = await service.listResources({ type: 'cache' })
        const id = items[0]?.id.replace(/.{12}$/, 'f'.repeat(12)) ?? ''
        await assert.rejects(service.getResource(id), hasCode('resource_not_found'))
      },
      'reports a job that is refused': async () => {
        await assert.rejects(
          service.runJob({ ...job, name: `${job.name} refused`, data_source: { ...job.data_source, type: Object() } }),
          hasCode('invalid_request'),
        )
      },
      'reports a wrong key': async () => {
        const stranger = open({ ...access, apiKey: 'wrong' })
        await assert.rejects(stranger.listResources(), hasCode('authentication_error'))
      },
    },
  }
}

function hasCode(code: string): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof ServiceError, String(error))
    assert.equal(error.code, code, error.message)
    return true
  }
}
