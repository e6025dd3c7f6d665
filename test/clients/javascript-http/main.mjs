import assert from 'node:assert/strict'

import { planted } from '../suite/planted.ts'
import { runChecks } from '../suite/run.ts'
import { CloudsecClient } from './client.mjs'
import { plants } from './plants.mjs'

const Client = planted(plants) ?? CloudsecClient

const job = (name) => ({
  name: `${name} ${Date.now().toString(36)}`,
  analysis_type: 'security_event_correlation',
  output_format: 'json',
  data_source: {
    type: 'security_logs',
    parameters: { start_date: '2026-06-01T00:00:00Z', end_date: '2026-06-02T00:00:00Z', log_types: ['system'] },
  },
})

await runChecks((access) => {
  const client = new Client(access)
  return {
    inventory: {
      'lists all resources, and gets some at once': async () => {
        const resources = await client.listResources({ limit: '40' })
        assert.ok(resources.length >= 60, `expected the 60 resources, got ${resources.length}`)
        const ids = resources.slice(0, 8).map(({ id }) => id)
        const records = await client.getResources(ids)
        assert.deepEqual(
          records.map(({ id }) => id),
          ids,
        )
      },
    },
    jobs: {
      'runs two jobs at once, each once': async () => {
        const jobs = ['Nightly', 'Hourly'].map(job)
        const ended = await client.runJobs(jobs)
        const listed = await client.listJobs()
        const made = listed.filter(({ name }) => jobs.some((known) => known.name === name))
        assert.equal(made.length, jobs.length)
        for (const { id } of ended)
          assert.ok(
            made.some((known) => known.id === id),
            id,
          )
      },
    },
    assessments: {
      'lists assessments of a resource': async () => {
        const [resource] = await client.listResources({ type: 'cache' })
        assert.ok(resource !== undefined)
        for (const { resource_id } of await client.listAssessments(resource.id)) assert.equal(resource_id, resource.id)
      },
    },
  }
})
