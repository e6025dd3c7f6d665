import { describe, expect, it } from 'vitest'

import { cli, done } from '../support/command.ts'
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

/** A script that lists the resources, and ends with a code. */
const script = (code: number): string =>
  `fetch(process.env.CLOUDSEC_BASE_URL + '/cloud/resources', { headers: { Authorization: 'Bearer ' + process.env.CLOUDSEC_API_KEY } }).then(() => process.exit(${code}))`

const exec = (code: number, ...flags: readonly string[]) =>
  cli('exec', '--log-level', 'silent', ...flags, '--', process.execPath, '-e', script(code))

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

describe('cloudsec-fake exec --coverage', () => {
  it('prints the table on stderr at the end, and leaves stdout to the command', async () => {
    const { code, out, err } = await exec(0, '--coverage')
    expect([code, out]).toEqual([0, ''])
    expect(err).toMatch(/^OPERATION +REQUESTS[^]*\nlistResources +1 [^]*\n2 of 100 met: 2 %\n[^]*\nNEVER MET\n/)
  })

  it('ends with 3 below a threshold, unless the command failed', async () => {
    const missed = 'cloudsec-fake: coverage: total: expected at least 50 %, got 2 % (2 of 100)\n'
    expect(await exec(0, '--coverage', '--coverage-min', '50')).toMatchObject({
      code: 3,
      err: expect.stringContaining(missed),
    })
    const ended = await exec(7, '--coverage', '--coverage-min', '50')
    expect([ended.code, ended.err.includes(missed)]).toEqual([7, false])
    expect(await exec(0, '--coverage', '--coverage-min', '2', 'success=12.5')).toMatchObject({ code: 0 })
    // It counts for a threshold also without --coverage.
    expect(await exec(0, '--coverage-min', '50')).toMatchObject({ code: 3 })
  })
})
