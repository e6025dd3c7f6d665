import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'

import { type Fake, startFake } from 'cloudsec-fake'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { type Block, page } from '../../docs/page.ts'
import { hasPython } from '../support/programs.ts'
import { type Done, type Job, jobsOf, runJob } from './github.ts'
import { jobsOfPipeline, runPipelineJob } from './gitlab.ts'
import { createMachine, type Machine } from './machine.ts'
import { faultsOnGitHub } from './published.ts'

const machines: Machine[] = []
/** The real service, for the job that asks it. */
let real: Fake

beforeAll(async () => {
  real = await startFake()
}, 60_000)

afterAll(async () => {
  await Promise.all([real.close(), ...machines.map(async ({ remove }) => await remove())])
})

/** A stand-in for a test runner, so that a sweep takes no minutes: one request, and the report of one test. */
const vitest = `#!/usr/bin/env node
const { CLOUDSEC_BASE_URL: url, CLOUDSEC_API_KEY: key } = process.env
fetch(url + '/cloud/resource', { headers: { Authorization: 'Bearer ' + key } }).then(() => {
  const assertionResults = [{ ancestorTitles: [], fullName: 'a', title: 'a', status: 'passed', failureMessages: [] }]
  console.log(JSON.stringify({ testResults: [{ name: 'a', status: 'passed', assertionResults }] }))
})
`

async function open(): Promise<Machine> {
  const empty = { 'assumptions.json': '{}', 'accepted.json': '{ "findings": [] }' }
  const machine = await createMachine({ ...empty, 'node_modules/.bin/vitest': vitest })
  machines.push(machine)
  return machine
}

/** Starts the service of a job as its image would. @returns its origin */
async function startService(machine: Machine, env: Readonly<Record<string, string>>): Promise<string> {
  const start = 'node_modules/.bin/cloudsec-fake start --host 0.0.0.0 --port 0 --print-url > url 2> log &'
  const { out } = await machine.bash(
    ['-c', `mkfifo url; ${start} read -r url < url; echo "$url"`],
    machine.project,
    env,
  )
  return new URL(out).origin
}

/** Variables that have `start` and the commands after it use a free port in place of the usual one. */
async function freeAddress(): Promise<Record<string, string>> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = z.object({ port: z.int() }).parse(server.address())
  await new Promise((resolve) => server.close(resolve))
  return { CLOUDSEC_FAKE_PORT: String(port), CLOUDSEC_FAKE_URL: `http://127.0.0.1:${port}` }
}

/** The variables of a job, with the origin of its service. */
const atOrigin = (variables: Readonly<Record<string, string>>, origin: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(variables).map(([name, text]) => [name, text.replace(/http:\/\/[\w.]+:4747/, origin)]),
  )

const blocks = page('docs/ci.md').blocks.filter(({ language }) => language === 'yaml')
const isWorkflow = ({ code }: Block): boolean => code.includes('\njobs:\n')
const workflows = blocks.filter(isWorkflow)
const pipelines = blocks.filter((block) => !isWorkflow(block))

describe('the workflows for GitHub', () => {
  it('are as GitHub wants them', async () => {
    expect(workflows.length).toBeGreaterThan(4)
    expect(await faultsOnGitHub(workflows.map(({ code }) => code))).toEqual(workflows.map(() => []))
  })

  /** Runs a job with each value of its matrix. */
  async function runAll(job: Job): Promise<readonly Done[]> {
    const { shard = [''] } = job.strategy?.matrix ?? {}
    const { baseUrl, apiKey } = real
    const contexts = { vars: { CLOUDSEC_BASE_URL: baseUrl }, secrets: { CLOUDSEC_API_KEY: apiKey } }
    const ended = shard.map(async (value) => {
      const machine = await open()
      const [service] = Object.values(job.services ?? {})
      const origin = service === undefined ? '' : await startService(machine, service.env)
      const env = atOrigin(job.env ?? {}, origin)
      return (await runJob(machine, { ...job, env }, { ...contexts, matrix: { shard: value } })).done
    })
    return (await Promise.all(ended)).flat()
  }

  it.concurrent.each(workflows)('have steps that succeed: $heading', async ({ code }) => {
    const steps = (await Promise.all(jobsOf(code).map(runAll)))
      .flat()
      .filter(({ title }) => hasPython || !title.startsWith('python3'))
    expect(steps.filter((step) => step.code !== 0)).toEqual([])
    const calls = steps.filter(({ title }) => /^(npx|python3|npm test)/.test(title))
    expect(calls.length).toBeGreaterThan(0)
  })
})

/** A client with a mistyped path. */
const broken = { CLIENT_PATH: '/cloud/resource' }

it.concurrent('a workflow keeps the journal where its tests fail', async () => {
  const { code = '' } = workflows.find(({ heading }) => heading === 'One fake for several steps') ?? {}
  const [job = expect.fail('no job')] = jobsOf(code)
  const { done, summary } = await runJob(await open(), { ...job, env: broken })
  expect(done.map((step) => step.code)).toEqual([0, 0, 0, 0, 1, 0, 0])
  expect(done.at(-1)).toMatchObject({ title: 'actions/upload-artifact@v7', with: { name: 'cloudsec-fake' } })
  expect(summary).toContain('GET /v1/cloud/resource ')
})

it.concurrent('a pipeline keeps the journal where its tests fail', async () => {
  const { code = '' } = pipelines.find((block) => block.code.includes('artifacts:')) ?? {}
  const [job = expect.fail('no job')] = jobsOfPipeline(code)
  const machine = await open()
  const variables = { ...(await freeAddress()), ...broken }
  expect(await runPipelineJob(machine, { ...job, variables })).toMatchObject({ code: 1 })
  expect(readFileSync(join(machine.project, 'requests.har'), 'utf8')).toContain('/v1/cloud/resource"')
})

describe('the pipelines for GitLab', () => {
  it.concurrent.each(pipelines)('have scripts that succeed: $heading', async ({ code }) => {
    for (const job of jobsOfPipeline(code)) {
      if (!hasPython && job.script.some((line) => line.includes('python3'))) continue
      const machine = await open()
      const { variables = {}, services: [service] = [] } = job
      const origin = service === undefined ? '' : await startService(machine, variables)
      const own = atOrigin({ ...(await freeAddress()), ...variables }, origin)
      expect(await runPipelineJob(machine, { ...job, variables: own })).toMatchObject({ code: 0 })
      if (service === undefined) continue
      const named = `curl -s -o /dev/null -w '%{http_code}' -H 'Host: ${service.alias}:4747' -H 'Authorization: Bearer`
      const asks = ['local-token', 'csf_full_access'].map((token) => `${named} ${token}'`)
      const urls = [`${origin}/_control/clock`, `${origin}/v1/cloud/resources`]
      const { out } = await machine.bash(['-c', `${asks[0]} ${urls[0]}; ${asks[1]} ${urls[1]}`], machine.project, {})
      expect(out).toBe('200200')
    }
  })
})

const devContainer = z.object({
  remoteEnv: z.record(z.string(), z.string()),
  postCreateCommand: z.string(),
  postStartCommand: z.string(),
})

it('the dev container starts a fake for its client', async () => {
  const block = page('docs/ci.md').blocks.find(({ language }) => language === 'json')
  const { remoteEnv, postCreateCommand, postStartCommand } = devContainer.parse(JSON.parse(block?.code ?? ''))
  const machine = await open()
  const { CLOUDSEC_FAKE_URL: origin = '', ...port } = await freeAddress()
  const env = { ...port, ...atOrigin(remoteEnv, origin) }
  for (const command of [postCreateCommand, postStartCommand.replace('/tmp/fake.log', 'fake.log'), 'npm test']) {
    expect(await machine.bash(['-c', command], machine.project, env)).toMatchObject({ code: 0 })
  }
})
