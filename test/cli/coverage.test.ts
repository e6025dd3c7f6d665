import { Agent } from 'node:http'

import { describe, expect, it } from 'vitest'

import { jobBody } from '../support/answers.ts'
import { cli, done } from '../support/command.ts'
import { fetchBy, tell } from '../support/conducting.ts'
import { ask, serve } from '../support/remote.ts'

const shown = `OPERATION         REQUESTS  MET     SUCCESS  ERRORS  STATES  PAGES  FAULTS
getAssessment     0         0 %     0/1      0/7     0/3     -      -
createAssessment  0         0 %     0/1      0/7     0/1     -      -
listAssessments   0         0 %     0/1      0/6     -       0/6    -
listResources     2         23 %    1/1      1/6     -       1/6    -
getResource       1         12.5 %  0/1      1/7     -       -      -
createJob         0         0 %     0/1      0/6     0/1     -      -
getJob            0         0 %     0/1      0/7     0/4     -      -
listJobs          0         0 %     0/1      0/6     0/4     0/6    -
all               4         4 %     1/8      2/52    0/13    1/18   0/9

4 of 100 met: 4 %
matched no operation: 1

NEVER MET
anywhere          errors        authentication_error, authorization_error, rate_limit_exceeded, internal_error, service_unavailable
                  states        pending, completed, failed, running
                  pages         only, middle, last, beyond, empty
                  faults        reset, hang, truncate, malformed_json, empty, gateway_html, slow_body, wrong_content_type, delay
getAssessment     never called
createAssessment  never called
listAssessments   never called
getResource       success
                  errors        invalid_request
createJob         never called
getJob            never called
listJobs          never called
`

const asked = [
  '/cloud/resources?limit=1',
  '/cloud/resources?limit=0',
  '/cloud/resources/11111111-2222-4333-8444-555555555555',
  '/nowhere',
]

describe('cloudsec-fake requests coverage', () => {
  it('shows a row for each operation, and names what was never met', async () => {
    const { fake, on } = await serve()
    await ask(fake, ...asked)
    expect(await on('requests', 'coverage')).toEqual(done(shown))
    const json: unknown = JSON.parse((await on('requests', 'coverage', '--format', 'json')).out)
    expect(json).toEqual(await fake.coverage())
  })

  it('counts the requests of one sandbox, or of all', async () => {
    const { fake, on } = await serve()
    await ask(fake.sandbox('one'), ...asked)
    const summary = (text: string) => /^\d+ of \d+ met.*$/m.exec(text)?.[0]
    expect(summary((await on('requests', 'coverage')).out)).toBe('0 of 100 met: 0 %')
    expect(summary((await on('requests', 'coverage', '--sandbox', 'one')).out)).toBe('4 of 100 met: 4 %')
    expect(await on('requests', 'coverage', '--sandboxes', 'all')).toEqual(done(shown))
  })

  it('says which requests are gone, and how to keep them', async () => {
    const { fake, on } = await serve({ journalBytes: 5000 })
    await ask(fake, ...Array.from({ length: 9 }, () => '/cloud/resources'))
    expect((await on('requests', 'coverage')).out).toMatch(
      /^no longer in the journal: [4-8]; start the fake with --coverage to count all for --sandboxes all$/m,
    )
  })

  it('ends with 3 below a threshold, and names each', async () => {
    const { fake, on } = await serve()
    await ask(fake, ...asked)
    expect(await on('requests', 'coverage', '--min', '4', '--min', 'error=3.8')).toEqual(done(shown))
    expect(await on('requests', 'coverage', '--min', '4.1', 'page=100', '--min', 'success=12.5')).toEqual({
      code: 3,
      out: shown,
      err:
        'cloudsec-fake: coverage: total: expected at least 4.1 %, got 4 % (4 of 100)\n' +
        'cloudsec-fake: coverage: page: expected at least 100 %, got 5.5 % (1 of 18)\n',
    })
  })
})

const found = [
  'warning matched-no-operation (1)  A request matched no operation of the API.',
  '  - No operation matches GET /v1/cloud/resource. Nearest: GET /v1/cloud/resources, GET /v1/cloud/resources/{id}. [0-1]',
  '  → Request only documented paths and methods.',
  '',
  '1 request judged',
  '',
].join('\n')

describe('cloudsec-fake conduct', () => {
  /** A fake with a client that asked a path which does not exist, in a sandbox. */
  async function serveWrong() {
    const { fake, on } = await serve()
    await tell(fake.sandbox('other'), fetch).get('/cloud/resource')
    return { fake, on: (...args: readonly string[]) => on('conduct', ...args) }
  }

  it('prints what it found that is not allowed, and exits with 3 for an error or a warning', async () => {
    const { fake, on } = await serveWrong()
    expect(await on('--sandbox', 'other')).toEqual({ code: 3, out: found, err: '' })
    const json = await on('--sandbox', 'other', '--format', 'json')
    expect([json.code, JSON.parse(json.out)]).toEqual([3, await fake.sandbox('other').conduct()])
    expect(await on()).toEqual(done('0 requests judged: no verdicts\n'))
    expect((await on('--sandbox', 'other', '--allow', 'gave-up,matched-no-operation')).code).toBe(0)
  })

  it('judges all sandboxes', async () => {
    const { fake, on } = await serveWrong()
    const text = `sandbox default\n\n0 requests judged: no verdicts\n\nsandbox other\n\n${found}`
    expect(await on('--sandboxes', 'all')).toEqual({ code: 3, out: text, err: '' })
    const { out } = await on('--sandboxes', 'all', '--format', 'json')
    const other = await fake.sandbox('other').conduct()
    expect(JSON.parse(out)).toEqual({ sandboxes: { default: await fake.conduct(), other } })
  })

  it('reads pauses by --poll-every', async () => {
    const { fake, on } = await serve()
    const story = tell(fake, fetchBy(new Agent({ keepAlive: true })))
    await story.get(await story.createJob(), '1s', '1s')
    expect((await on('conduct')).code).toBe(0)
    expect((await on('conduct', '--poll-every', '1500ms')).out).toContain('warning polled-too-often (1)')
  })
})

const prelude = `const { CLOUDSEC_BASE_URL: base, CLOUDSEC_API_KEY: key, CLOUDSEC_CONTROL_URL: control } = process.env
const send = async (url, headers, body) => {
  const init = body ? { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(body) } : { headers }
  return await (await fetch(url, init)).json()
}
const ask = (path, { sandbox, body } = {}) =>
  send(base + path, { Authorization: 'Bearer ' + key, ...(sandbox && { 'X-Fake-Sandbox': sandbox }) }, body)
const advance = (by) => send(control + '/clock/advance', {}, { by })
`

/** Runs a script below `exec`. `ask` sends a request to the API, in a sandbox if it names one; `advance` moves the clock. */
const exec = (script: string, ...flags: readonly string[]) => {
  const node = [process.execPath, '--input-type=module', '-e', prelude + script]
  return cli('exec', ...flags, '--log-level=silent', '--clock=frozen', '--', ...node)
}

describe('cloudsec-fake exec --coverage', () => {
  const listed = "await ask('/cloud/resources')"

  it('prints the table on stderr at the end, and leaves stdout to the command', async () => {
    const { code, out, err } = await exec(listed, '--coverage')
    expect([code, out]).toEqual([0, ''])
    expect(err).toMatch(/^OPERATION +REQUESTS[^]*\nlistResources +1 [^]*\n2 of 100 met: 2 %\n[^]*\nNEVER MET\n/)
  })

  it('ends with 3 below a threshold, also without --coverage, unless the command failed', async () => {
    const missed = 'cloudsec-fake: coverage: total: expected at least 50 %, got 2 % (2 of 100)\n'
    for (const flags of [['--coverage'], []]) {
      const { code, err } = await exec(listed, ...flags, '--coverage-min', '50')
      expect([code, err]).toEqual([3, expect.stringContaining(missed)])
    }
    const ended = await exec(`${listed}; process.exit(7)`, '--coverage', '--coverage-min', '50')
    expect([ended.code, ended.err.includes(missed)]).toEqual([7, false])
    expect((await exec(listed, '--coverage', '--coverage-min', '2', 'success=12.5')).code).toBe(0)
  })
})

describe('cloudsec-fake exec --conduct', () => {
  const wrong = "await ask('/cloud/resource', { sandbox: 'other' }); await ask('/cloud/resources')"
  const text = `sandbox other\n\n${found}`
  const judged = { code: 0, out: '', err: '2 requests judged: no verdicts\n' }

  it.each([
    ['prints the sandboxes with verdicts on stderr at the end, and exits with 3', wrong, 3, text],
    [
      'prints several',
      `await ask('/cloud/resource'); ${wrong}`,
      3,
      `sandbox default\n\n${found.replace('1 request', '2 requests')}\n${text}`,
    ],
    ['exits with the code of the command if that failed', `${wrong}; process.exit(7)`, 7, text],
  ])('%s', async (_, script, code, err) => {
    expect(await exec(script, '--conduct')).toEqual({ code, out: '', err })
  })

  it('says how many requests were judged where there is nothing to say', async () => {
    const script = "await ask('/cloud/resources', { sandbox: 'one' }); await ask('/cloud/resources')"
    expect(await exec(script, '--conduct')).toEqual(judged)
    expect(await exec(wrong)).toEqual(done(''))
  })

  it('is implied by --allow and --poll-every', async () => {
    expect(await exec(wrong, '--allow', 'gave-up,matched-no-operation')).toEqual(judged)
    expect((await exec(wrong, '--allow', 'gave-up', 'gave-up')).code).toBe(3)
    const poll = `const { data: { id } } = await ask('/data/analysis/jobs', { body: ${JSON.stringify(jobBody)} })
for (const by of ['1s', '1s', '1s']) { await ask('/data/analysis/jobs/' + id); await advance(by) }`
    expect((await exec(poll, '--conduct')).code).toBe(0)
    const { code, err } = await exec(poll, '--poll-every', '1500ms')
    expect([code, err]).toEqual([3, expect.stringMatching(/^sandbox default\n\nwarning polled-too-often \(1\)/)])
  })

  it('prints the coverage first, and names a threshold that was missed', async () => {
    const { code, err } = await exec(wrong, '--conduct', '--coverage-min', '50')
    expect(code).toBe(3)
    expect(err).toMatch(
      /^OPERATION [^]+never called\n\nsandbox other\n[^]+1 request judged\ncloudsec-fake: coverage: total: .+\n$/,
    )
  })
})
