import { Agent } from 'node:http'

import { describe, expect, it } from 'vitest'

import { jobBody } from '../support/answers.ts'
import { cli } from '../support/command.ts'
import { fetchBy, tell } from '../support/conducting.ts'
import { serve as serveFake } from '../support/remote.ts'

/** A fake with a client that asked a path which does not exist, in a sandbox. */
async function serve() {
  const { fake, on } = await serveFake()
  await tell(fake.sandbox('other'), fetch).get('/cloud/resource')
  return { fake, on: (...args: readonly string[]) => on('conduct', ...args) }
}

const found = [
  'warning matched-no-operation (1)  A request matched no operation of the API.',
  '  - No operation matches GET /v1/cloud/resource. Nearest: GET /v1/cloud/resources, GET /v1/cloud/resources/{id}. [0-1]',
  '  → Request only documented paths and methods.',
  '',
  '1 request judged',
  '',
].join('\n')

describe('cloudsec-fake conduct', () => {
  it('prints what it found, and exits with 3 for an error or a warning', async () => {
    const { fake, on } = await serve()
    expect(await on('--sandbox', 'other')).toEqual({ code: 3, out: found, err: '' })
    const json = await on('--sandbox', 'other', '--format', 'json')
    expect([json.code, JSON.parse(json.out)]).toEqual([3, await fake.sandbox('other').conduct()])
    expect(await on()).toEqual({ code: 0, out: '0 requests judged: no verdicts\n', err: '' })
  })

  it('judges all sandboxes', async () => {
    const { fake, on } = await serve()
    const text = `sandbox default\n\n0 requests judged: no verdicts\n\nsandbox other\n\n${found}`
    expect(await on('--sandboxes', 'all')).toEqual({ code: 3, out: text, err: '' })
    const { out } = await on('--sandboxes', 'all', '--format', 'json')
    const other = await fake.sandbox('other').conduct()
    expect(JSON.parse(out)).toEqual({ sandboxes: { default: await fake.conduct(), other } })
  })

  it('exits with 0 where all is allowed', async () => {
    const { on } = await serve()
    expect((await on('--sandbox', 'other', '--allow', 'gave-up,matched-no-operation')).code).toBe(0)
  })

  it('reads pauses by --poll-every', async () => {
    const { fake, on } = await serve()
    const story = tell(fake, fetchBy(new Agent({ keepAlive: true })))
    await story.get(await story.createJob(), '1s', '1s')
    expect((await on()).code).toBe(0)
    expect((await on('--poll-every', '1500ms')).out).toContain('warning polled-too-often (1)')
  })
})

/** Runs a script below `exec`. `ask` sends a request to the API, in a sandbox if it names one; `advance` moves the clock. */
const exec = (flags: readonly string[], script: string) =>
  cli(
    'exec',
    ...flags,
    '--log-level=silent',
    '--clock=frozen',
    '--',
    process.execPath,
    '--input-type=module',
    '-e',
    `const { CLOUDSEC_BASE_URL: base, CLOUDSEC_API_KEY: key, CLOUDSEC_CONTROL_URL: control } = process.env
const send = async (url, headers, body) => {
  const init = body ? { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(body) } : { headers }
  return await (await fetch(url, init)).json()
}
const ask = (path, { sandbox, body } = {}) =>
  send(base + path, { Authorization: 'Bearer ' + key, ...(sandbox && { 'X-Fake-Sandbox': sandbox }) }, body)
const advance = (by) => send(control + '/clock/advance', {}, { by })
${script}`,
  )

const wrong = "await ask('/cloud/resource', { sandbox: 'other' }); await ask('/cloud/resources')"

describe('cloudsec-fake exec --conduct', () => {
  it('prints the sandboxes with verdicts on stderr at the end, and exits with 3', async () => {
    const text = `sandbox other\n\n${found}`
    expect(await exec(['--conduct'], wrong)).toEqual({ code: 3, out: '', err: text })
    const both = `await ask('/cloud/resource'); ${wrong}`
    expect((await exec(['--conduct'], both)).err).toBe(
      `sandbox default\n\n${found.replace('1 request', '2 requests')}\n${text}`,
    )
  })

  it('exits with the code of the command if that failed', async () => {
    const { code, err } = await exec(['--conduct'], `${wrong}; process.exit(7)`)
    expect([code, err]).toEqual([7, `sandbox other\n\n${found}`])
  })

  it('says how many requests were judged where there is nothing to say', async () => {
    const script = "await ask('/cloud/resources', { sandbox: 'one' }); await ask('/cloud/resources')"
    expect(await exec(['--conduct'], script)).toEqual({ code: 0, out: '', err: '2 requests judged: no verdicts\n' })
    expect(await exec([], wrong)).toEqual({ code: 0, out: '', err: '' })
  })

  it('is implied by --allow and --poll-every', async () => {
    const judged = '2 requests judged: no verdicts\n'
    expect(await exec(['--allow', 'gave-up,matched-no-operation'], wrong)).toEqual({ code: 0, out: '', err: judged })
    expect((await exec(['--allow', 'gave-up', 'gave-up'], wrong)).code).toBe(3)
    const poll = `const { data: { id } } = await ask('/data/analysis/jobs', { body: ${JSON.stringify(jobBody)} })
for (const by of ['1s', '1s', '1s']) { await ask('/data/analysis/jobs/' + id); await advance(by) }`
    expect((await exec(['--conduct'], poll)).code).toBe(0)
    const { code, err } = await exec(['--poll-every', '1500ms'], poll)
    expect([code, err]).toEqual([3, expect.stringMatching(/^sandbox default\n\nwarning polled-too-often \(1\)/)])
  })

  it('prints the coverage first, and names a threshold that was missed', async () => {
    const { code, err } = await exec(['--conduct', '--coverage-min', '50'], wrong)
    expect(code).toBe(3)
    expect(err).toMatch(
      /^OPERATION [^]+never called\n\nsandbox other\n[^]+1 request judged\ncloudsec-fake: coverage: total: .+\n$/,
    )
  })
})
