import type { SandboxClient } from 'cloudsec-fake'
import { test } from 'cloudsec-fake/vitest'
import { describe } from 'vitest'

import { createClient } from './client.ts'

// Nothing happens by itself: what a client waits for is done when the client's waiting moves the clock.
test.override({ fakeOptions: { clock: 'frozen' } })

const job = {
  name: 'Nightly correlation 2026-07-01',
  analysis_type: 'security_event_correlation',
  output_format: 'json',
  data_source: {
    type: 'security_logs',
    parameters: { start_date: '2026-06-01T00:00:00Z', end_date: '2026-06-30T00:00:00Z', log_types: ['firewall'] },
  },
}

const resource = ['085eb948-ff2a-4f15-bd84-c172cd02afba', 'database'] as const

/** A client that waits by moving the clock of the sandbox, so that an hour takes no time. It also lists its waits. */
function clientOf({ baseUrl, apiKey, clock }: SandboxClient, timeoutMs = 10_000) {
  const waits: number[] = []
  const wait = async (ms: number): Promise<void> => {
    waits.push(ms)
    await clock.advance(`${ms}ms`)
  }
  return { ...createClient({ baseUrl, apiKey, wait, timeoutMs }), waits }
}

describe('reading', () => {
  test.concurrent('follows the pages to the end', async ({ expect, sandbox }) => {
    for (let i = 0; i < 50; i++) await sandbox.resources.create()
    const { listResources } = clientOf(sandbox)
    const { items, changed } = await listResources()
    expect(items).toHaveLength(110)
    expect(changed).toBe(false)
    await sandbox.requests.verify({ operation: 'listResources' }, 2)
  })

  test.concurrent('survives an outage, and waits longer each time', async ({ expect, sandbox }) => {
    await sandbox.scenarios.on('outage-then-recovery')
    const { listResources, waits } = clientOf(sandbox)
    expect((await listResources()).items).toHaveLength(60)
    expect(waits).toEqual([1000, 2000, 4000])
  })

  test.concurrent('gives up an outage that does not end', async ({ expect, sandbox }) => {
    await sandbox.scenarios.on('service-unavailable')
    const { listResources, waits } = clientOf(sandbox)
    await expect(listResources()).rejects.toMatchObject({ code: 'service_unavailable' })
    expect(waits).toHaveLength(4)
  })

  test.concurrent('waits until the quota resets, and no longer', async ({ expect, sandbox }) => {
    await sandbox.scenarios.on('rate-limit-exhausted')
    const { listResources, waits } = clientOf(sandbox)
    expect((await listResources()).items).toHaveLength(60)
    expect(waits).toEqual([3_600_000])
    await sandbox.requests.verify({ code: 'rate_limit_exceeded' }, 1)
  })

  test.concurrent('follows Retry-After where the service sends it', async ({ expect, sandbox }) => {
    await sandbox.scenarios.define({
      name: 'busy',
      rules: [{ count: { first: 1 }, then: { error: 'service_unavailable', headers: { 'Retry-After': '7' } } }],
    })
    const { listResources, waits } = clientOf(sandbox)
    await listResources()
    expect(waits).toEqual([7000])
  })

  test.concurrent.for(['reset', 'truncate', 'malformed_json', 'gateway_html', 'empty', 'hang'] as const)(
    'takes %s for no answer, and tries again',
    async (fault, { expect, sandbox }) => {
      await sandbox.scenarios.define({ name: 'once', rules: [{ count: { first: 1 }, then: { fault } }] })
      const { listResources, waits } = clientOf(sandbox, fault === 'hang' ? 2000 : undefined)
      expect((await listResources()).items).toHaveLength(60)
      expect(waits).toEqual([1000])
    },
  )

  test.concurrent('reports a list that changed while it was read', async ({ expect, sandbox }) => {
    for (let i = 0; i < 50; i++) await sandbox.resources.create()
    await sandbox.scenarios.on('list-changes-while-paging')
    const { items, changed } = await clientOf(sandbox).listResources()
    expect(changed).toBe(true)
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length)
  })

  test.concurrent('does not repeat a request that cannot succeed', async ({ expect, sandbox }) => {
    const { listResources, waits } = clientOf({ ...sandbox, apiKey: 'wrong' })
    await expect(listResources()).rejects.toMatchObject({ code: 'authentication_error' })
    expect(waits).toEqual([])
  })
})

describe('creating', () => {
  test.concurrent('makes one job where the service did it and answered with an error', async ({ expect, sandbox }) => {
    await sandbox.scenarios.on('commits-then-fails')
    const { createJob, listJobs } = clientOf(sandbox)
    const { id } = await createJob(job)
    expect((await listJobs()).items.filter(({ name }) => name === job.name)).toMatchObject([{ id }])
    await sandbox.requests.verify({ operation: 'createJob' }, 1)
  })

  test.concurrent('makes one job where the service did nothing', async ({ expect, sandbox }) => {
    await sandbox.scenarios.define({
      name: 'refuses',
      rules: [{ when: { operation: 'createJob' }, count: { first: 1 }, then: { error: 'service_unavailable' } }],
    })
    const { createJob, listJobs } = clientOf(sandbox)
    await createJob(job)
    expect((await listJobs()).items.filter(({ name }) => name === job.name)).toHaveLength(1)
    await sandbox.requests.verifySequence([
      { operation: 'createJob', status: 503 },
      { operation: 'listJobs' },
      { operation: 'createJob', status: 201 },
    ])
  })
})

describe('assessing', () => {
  test.concurrent('polls until the assessment is complete', async ({ expect, sandbox }) => {
    const { assess, waits } = clientOf(sandbox)
    const { score, findings } = await assess(...resource)
    expect([score, findings.length > 0]).toEqual([82, true])
    expect(waits).toEqual([2000, 2000, 2000])
  })

  test.concurrent('reports one that failed, and one that never ends', async ({ expect, sandbox }) => {
    const { assess } = clientOf(sandbox)
    await sandbox.scenarios.on('assessments-fail')
    await expect(assess(...resource)).rejects.toMatchObject({ code: 'failed' })
    await sandbox.scenarios.off()
    await sandbox.scenarios.on('assessments-never-complete')
    await expect(assess(...resource)).rejects.toMatchObject({ code: 'too_slow' })
  })

  test.concurrent('never makes a second assessment by itself', async ({ expect, sandbox }) => {
    await sandbox.scenarios.on('commits-then-fails')
    await expect(clientOf(sandbox).assess(...resource)).rejects.toMatchObject({ code: 'service_unavailable' })
    await sandbox.requests.verify({ operation: 'createAssessment' }, 1)
  })
})
