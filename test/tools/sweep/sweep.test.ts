import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { describe, expect, it, onTestFinished } from 'vitest'

import { builtPackage } from '../../support/built.ts'
import { cli, usage } from '../../support/command.ts'
import { suiteOf } from './support/suite.ts'

const needsReject = `const { code } = await api('/cloud/resources?limit=101')
if (code !== 400) fail('expected 400, got ' + code)`

describe('a row', () => {
  it('that breaks the suite is a finding, with the request that it changed', async () => {
    const { sweep } = suiteOf(needsReject)
    const { code, findings, passed, ...rest } = await sweep('--only', 'limitAboveMax', 'rateQuota')
    expect({ code, passed, runs: rest.runs }).toEqual({ code: 3, passed: ['rateQuota=2500'], runs: 5 })
    expect(findings).toMatchObject([
      {
        id: 'limitAboveMax=clamp',
        kind: 'assumption',
        outcome: 'failed',
        exitCode: 1,
        request: {
          operation: 'listResources',
          method: 'GET',
          path: '/v1/cloud/resources?limit=101',
          expected: { status: 400, code: 'invalid_request' },
          actual: { status: 200, code: null },
        },
      },
    ])
    expect(findings[0]?.question).toMatch(/limit above 100.*\(§8 of the document\)$/)
  })

  it('shows the request with another status rather than one before it with another body', async () => {
    const { sweep } = suiteOf(`await sure('/cloud/resources?limit=1')
      const { code } = await api('/cloud/resources/nope')
      if (code !== 400) fail('expected 400, got ' + code)`)
    const { findings } = await sweep('--only', 'resourceIdFormat')
    expect(findings[0]?.request).toMatchObject({
      path: '/v1/cloud/resources/nope',
      expected: { status: 400 },
      actual: { status: 404 },
    })
  })

  it('is tried only where the answers depended on it', async () => {
    const { sweep, run } = suiteOf(`await sure('/cloud/resources?limit=1')`)
    const { code, passed, baseline } = await sweep('--only', 'limitAboveMax', 'contentType')
    expect({ code, passed }).toEqual({ code: 0, passed: ['contentType=with_charset'] })
    expect(baseline.assumptions).toContain('pageLinksAtEdge')
    const refused = await run('--only', 'limitAboveMax')
    expect(refused.err).toContain(
      'sweep: nothing to try: no answer depended on limitAboveMax, and no request can meet it',
    )
    expect(refused.code).toBe(2)
  })

  it('that only a failure shows is tried under its scenario', async () => {
    const { sweep } = suiteOf(`const { code } = await api('/cloud/resources?limit=1')
      if (code !== 503) fail('expected 503, got ' + code)`)
    const { broken } = await sweep('--scenario', 'service-unavailable', '--only', 'errorStatus')
    expect(broken).toEqual(['errorStatus=always_200'])
  })

  it('that the options decide is tried only by its name', async () => {
    const { sweep } = suiteOf(needsReject)
    const stated = ['--assume', 'limitAboveMax=reject', '--except', 'hang', '--budget', '2']
    expect((await sweep(...stated)).leftOut).not.toContain('limitAboveMax=clamp')
    expect((await sweep('--assume', 'limitAboveMax=reject', '--only', 'limitAboveMax')).broken).toEqual([
      'limitAboveMax=clamp',
    ])
  })
})

/** True for a process that runs; one that ended and was not waited for is a zombie. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

const oneWeak = `const { data } = await sure('/cloud/resources?limit=1')
const { code } = await api('/cloud/resources/' + data[0].id)
if (code !== 200) fail('no resource')`

describe('a fault', () => {
  it('is named with the operation that it breaks the suite at', async () => {
    const { sweep } = suiteOf(oneWeak)
    const { code, broken, passed, runs } = await sweep('--only', 'service_unavailable')
    expect({ code, broken, passed, runs }).toEqual({
      code: 3,
      broken: ['service_unavailable@getResource'],
      passed: ['service_unavailable@listResources'],
      runs: 5,
    })
  })

  it('uses up a budget', async () => {
    const { sweep, run } = suiteOf(oneWeak)
    expect(await sweep('--only', 'reset', 'service_unavailable', '--budget', '4', '--jobs', '1')).toMatchObject({
      code: 4,
      runs: 4,
      broken: [],
      passed: ['service_unavailable@listResources'],
      leftOut: ['reset@getResource', 'reset@listResources', 'service_unavailable@getResource'],
    })
    const none = ['--only', 'reset@listResources', 'limitAboveMax', 'rateWindow', '--budget', '3', '--jobs', '1']
    const { code, out } = await run(...none)
    expect([code, out]).toEqual([4, expect.stringContaining('1 of 3 variants tried, none of these breaks the suite.')])
  })

  it('of one cause is one finding', async () => {
    const { sweep } = suiteOf(`const { data } = await sure('/cloud/resources?limit=1')
      const once = (path) => api(path).catch(() => fail('no answer'))
      if ((await once('/cloud/resources/' + data[0].id)).code !== 200) fail('no answer')`)
    const { findings } = await sweep(
      '--thorough',
      '--only',
      'reset@getResource',
      'service_unavailable',
      'malformed_json',
    )
    expect(findings.map(({ id, also }) => [id, ...also].toSorted())).toEqual([
      ['malformed_json@getResource', 'reset@getResource', 'service_unavailable@getResource'],
    ])
  })

  it('spares an operation the others', async () => {
    const { sweep } = suiteOf(oneWeak)
    const { findings, notTried } = await sweep('--only', 'reset', 'service_unavailable')
    const broken = findings.filter(({ kind }) => kind === 'fault').map(({ id }) => id)
    expect([broken.length, [...broken, ...notTried].toSorted()]).toEqual([
      1,
      ['reset@getResource', 'service_unavailable@getResource'],
    ])
  })

  it('is no finding where the client survives it, and stays on in a test that switches scenarios off', async () => {
    const { sweep } =
      suiteOf(`await fetch(control + '/scenarios', { method: 'DELETE', headers: { 'Content-Type': 'application/json' } })
      await sure('/cloud/resources?limit=1')
      if (process.env.WEAK === 'yes') fail('weak')`)
    const { code, broken, passed } = await sweep('--only', 'empty', 'truncate')
    expect({ code, broken, passed }).toEqual({
      code: 0,
      broken: [],
      passed: ['truncate@listResources', 'empty@listResources'],
    })
    const weak =
      suiteOf(`await fetch(control + '/scenarios', { method: 'DELETE', headers: { 'Content-Type': 'application/json' } })
      await api('/cloud/resources?limit=1')`)
    expect((await weak.sweep('--only', 'empty')).broken).toEqual(['empty@listResources'])
  })

  it('that leaves the client waiting runs out of time', async () => {
    const { sweep } = suiteOf(`await api('/cloud/resources?limit=1')`)
    const { findings } = await sweep('--only', 'hang', '--timeout', '4s')
    expect(findings).toMatchObject([
      {
        id: 'hang@listResources',
        outcome: 'timed_out',
        exitCode: null,
        request: { actual: { fault: 'hang' } },
      },
    ])
  })

  it('of each kind is survived by a client that insists on nothing', async () => {
    const { sweep } = suiteOf(`const ask = (path, body) => api(path, {
        signal: AbortSignal.timeout(3000), ...(body && { method: 'POST', body: JSON.stringify(body) }),
      }).catch(() => {})
      const parameters = { start_date: '2026-06-01T00:00:00Z', end_date: '2026-06-30T00:00:00Z', log_types: ['firewall'] }
      const job = { name: 'n', analysis_type: 'security_event_correlation', output_format: 'json', data_source: { type: 'security_logs', parameters } }
      await Promise.all([
        ask('/data/analysis/jobs', job),
        ...['/cloud/resources?limit=1', '/cloud/resources?limit=1&page=2', '/data/analysis/jobs'].map((path) => ask(path)),
      ])`)
    const faults =
      `service_unavailable internal_error rate_limit_exceeded reset hang truncate malformed_json empty gateway_html slow_body
      wrong_content_type slow commits-then-fails extra-fields unknown-values list-changes-while-paging`.split(/\s+/)
    const { code, passed, broken } = await sweep('--only', ...faults)
    // It never tries again.
    const verdicts = broken.map((id) => id.split(' ')[0])
    expect({ code, verdicts }).toEqual({ code: 3, verdicts: ['gave-up'] })
    expect(new Set(passed.map((id) => id.split('@')[0]))).toEqual(new Set(faults))
  })

  it('of unknown values leaves creates as documented, and takes the values back', async () => {
    const { sweep } = suiteOf(`const again = async (path, init) => {
        const answer = await api(path, init)
        return answer.code < 300 ? answer.data : fail('got ' + answer.code)
      }
      const [{ id: resource_id, type: resource_type }] = await again('/cloud/resources?limit=1')
      const { status } = await again('/security/assessments', { method: 'POST', body: JSON.stringify({ resource_id, resource_type }) })
      if (status !== 'pending') fail(status)`)
    const { broken, passed } = await sweep('--only', 'unknown-values')
    expect({ broken, passed }).toEqual({ broken: [], passed: ['unknown-values@listResources'] })
  })

  it('of webhooks is tried where one was sent', async () => {
    const { sweep } = suiteOf(`import { createServer } from 'node:http'
      let got = 0
      const server = createServer((_, response) => { got += 1; response.end() }).listen(0, '127.0.0.1', async () => {
        const webhook_url = 'http://127.0.0.1:' + server.address().port + '/hook'
        const parameters = { start_date: '2026-06-01T00:00:00Z', end_date: '2026-06-30T00:00:00Z', log_types: ['firewall'] }
        const job = { name: 'n', analysis_type: 'security_event_correlation', output_format: 'json', data_source: { type: 'security_logs', parameters } }
        await api('/data/analysis/jobs', { method: 'POST', body: JSON.stringify({ ...job, notification: { webhook_url } }) })
        while (got === 0) await new Promise((done) => setTimeout(done, 20))
        for (let waited = 0; got === 1 && waited < 100; waited += 1) await new Promise((done) => setTimeout(done, 20))
        if (got > 1) fail('twice')
        server.close()
        server.closeAllConnections()
      })`)
    const flags = ['--complete-after', '10ms', '--only', 'webhook-duplicated']
    const { broken, runs } = await sweep(...flags)
    expect({ broken, runs }).toEqual({ broken: ['webhook-duplicated'], runs: 4 })
    const none = suiteOf(`await sure('/cloud/resources?limit=1')`)
    expect((await none.run(...flags)).err).toContain('nothing to try: no answer depended on webhook-duplicated,')
  })
})

/** A receiver of webhooks that answers with a status, and waits for one of them. */
const receiver = (status: number) => `import { createServer } from 'node:http'
  const server = createServer((_, response) => { response.writeHead(${status}).end(); done() }).listen(0, '127.0.0.1')
  let done
  const got = new Promise((resolve) => { done = resolve })
  await new Promise((resolve) => server.once('listening', resolve))
  const webhook_url = 'http://127.0.0.1:' + server.address().port + '/hook'
  const parameters = { start_date: '2026-06-01T00:00:00Z', end_date: '2026-06-30T00:00:00Z', log_types: ['firewall'] }
  const job = { name: 'n', analysis_type: 'security_event_correlation', output_format: 'json', data_source: { type: 'security_logs', parameters } }
  await api('/data/analysis/jobs', { method: 'POST', body: JSON.stringify({ ...job, notification: { webhook_url } }) })
  await got
  await new Promise((resolve) => setTimeout(resolve, 100))
  server.close()
  server.closeAllConnections()`

describe('a webhook with a wrong signature', () => {
  it.each([
    [
      'is a finding where the receiver takes it, although the suite passes',
      200,
      '',
      ['took-tampered-webhook under webhook-tampered'],
    ],
    ['is none where the receiver refuses it, although the suite fails', 401, 'if (runs > 2) fail("no end")', []],
  ])('%s', async (_, status, end, expected) => {
    const { sweep } = suiteOf(`${receiver(status)}
${end}`)
    const { broken } = await sweep('--complete-after', '10ms', '--only', 'webhook-tampered')
    expect(broken).toEqual(expected)
  })
})

describe('the report', () => {
  it('shows the first place that differs, and the last lines of the output', async () => {
    const { sweep } = suiteOf(`const { data } = await sure('/cloud/resources?limit=1')
      for (let i = 0; i < 20; i++) console.log('line', i)
      if (!/:\\d\\dZ$/.test(data[0].created_at)) fail('not a date: ' + data[0].created_at.slice(-5))`)
    const { findings } = await sweep('--only', 'timestampPrecision')
    expect(findings[0]?.output).toHaveLength(8)
    expect(findings[0]?.output.at(-1)).toBe('not a date: .000Z')
    const difference = findings[0]?.request?.difference
    expect(difference).toEqual({
      path: 'data[0].created_at',
      expected: expect.stringMatching(/^"….{5}Z"$/),
      actual: expect.stringMatching(/^"….{5}\.000Z"$/),
    })
    expect(findings[0]?.question).toMatch(/^listResources: /)
  })

  it('asks only for the status of the code that was met', async () => {
    const { sweep } = suiteOf(needsReject)
    const { findings } = await sweep('--only', 'errorStatus')
    expect(findings.map(({ question }) => question)).toEqual([
      'listResources: Which HTTP status does invalid_request have? Our suite needs 400, and breaks on 422. (§7 of the document)',
    ])
  })
})

describe('the suite', () => {
  it('has to pass without a change', async () => {
    const failing = suiteOf(`await api('/cloud/resources'); fail('never right')`)
    const { code, out, err } = await failing.run()
    expect([code, out]).toEqual([2, ''])
    expect(err).toMatch(/^never right\n/)
    expect(err).toContain('cloudsec-fake: sweep: the command ends with 1 without any change; it has to pass first\n')
    const silent = suiteOf('')
    expect((await silent.run()).err).toMatch(
      /^cloudsec-fake: sweep: the command passed, but sent no request to a fake: .+\n$/,
    )
  })

  it('has to pass twice', async () => {
    const { run } = suiteOf(`await api('/cloud/resources'); if (runs === 2) fail('by chance')`)
    const { code, err } = await run('--jobs', '1')
    expect([code, err]).toEqual([
      2,
      'by chance\ncloudsec-fake: sweep: the command passes once and ends with 1 once without any change; make it repeatable first\n',
    ])
  })

  it('that fails by chance again and again has no finding, also where two failures came in a row', async () => {
    const { sweep } = suiteOf(`await sure('/cloud/resources?limit=1'); if ([3, 4, 5].includes(runs)) fail('bad luck')`)
    const only = ['--jobs', '1', '--only', 'contentType', 'extra-fields']
    const { code, broken, flaky, isFlaky, runs } = await sweep(...only)
    expect({ code, broken, isFlaky, runs }).toEqual({ code: 4, broken: [], isFlaky: true, runs: 7 })
    expect(flaky.map(({ id }) => id)).toEqual(['extra-fields', 'contentType=with_charset'])
  })

  it('that hangs without a request or output ends early', async () => {
    const { sweep } = suiteOf(`await api('/cloud/resources?limit=1')`)
    const { findings } = await sweep('--only', 'hang')
    expect(findings).toMatchObject([{ id: 'hang@listResources', outcome: 'hung', exitCode: null }])
  })

  it('may write a report, which names the failing tests', async () => {
    const { sweep } = suiteOf(`const { code } = await api('/cloud/resources?limit=101')
      const failure = code === 400 ? '' : '<failure message="expected 400"/>'
      const xml = '<testsuites><testsuite name="s"><testcase name="refuses a long page">' + failure + '</testcase></testsuite></testsuites>'
      writeFileSync(process.env.CLOUDSEC_FAKE_JOURNAL_FILE.replace('journal.jsonl', 'junit.xml'), xml)`)
    const { baseline, findings } = await sweep('--only', 'limitAboveMax', '--report', '{dir}/junit.xml')
    expect(baseline.tests).toBe(1)
    expect(findings).toMatchObject([{ exitCode: 0, tests: [{ name: expect.stringContaining('refuses a long page') }] }])
  })

  it('may start its own fakes: they have the variant, but for rows that their options decide', async () => {
    const { folder } = await builtPackage()
    const suite = (options: string) =>
      suiteOf(`const { createFake } = await import('${join(folder, 'dist/index.js')}')
      const fake = await createFake(${options})
      const box = fake.sandbox('of-a-test')
      const headers = { Authorization: 'Bearer ' + fake.apiKey }
      const { status } = await fake.fetch(box.baseUrl + '/cloud/resources?limit=101', { headers })
      await box.delete()
      if (status !== 400) fail('got ' + status)`)
    const { broken, findings } = await suite('{}').sweep('--only', 'limitAboveMax')
    expect(broken).toEqual(['limitAboveMax=clamp'])
    expect(findings[0]?.request).toMatchObject({ operation: 'listResources', expected: { status: 400 } })
    const decided = await suite(`{ assume: { limitAboveMax: 'reject' } }`).sweep('--only', 'limitAboveMax')
    expect(decided).toMatchObject({ code: 4, broken: [], passed: [], notTried: ['limitAboveMax=clamp'] })
  })
})

describe('a sweep', () => {
  it('does not fail by accepted findings, and says which are stale', async () => {
    const { sweep, folder } = suiteOf(needsReject)
    const accepted = join(folder, 'accepted.json')
    const flags = ['--only', 'limitAboveMax', 'rateWindow=sliding', '--accepted', accepted]
    expect((await sweep(...flags, '--write-accepted')).code).toBe(0)
    const { findings } = JSON.parse(readFileSync(accepted, 'utf8'))
    expect(findings).toMatchObject([{ id: 'limitAboveMax=clamp' }])
    writeFileSync(accepted, JSON.stringify({ findings: [...findings, { id: 'rateWindow=sliding', reason: 'once' }] }))
    const { code, stale, ...second } = await sweep(...flags)
    expect({ code, stale }).toEqual({ code: 0, stale: ['rateWindow=sliding'] })
    expect(second.findings[0]?.accepted).toBe(findings[0].reason)
  })

  it('knows an accepted part of a fault that passes as stale, and hides keys in the command', async () => {
    const { words, file, folder } = suiteOf(`const { data } = await sure('/cloud/resources?limit=1')
      await sure('/cloud/resources/' + data[0].id)`)
    const accepted = join(folder, 'accepted.json')
    writeFileSync(accepted, JSON.stringify({ findings: [{ id: 'service_unavailable@getResource', reason: 'once' }] }))
    const flags = words('--only', 'service_unavailable', '--accepted', accepted, '--format', 'json')
    const { out } = await cli(...flags, '--', process.execPath, file, '--key=csf_abcdefgh')
    expect(JSON.parse(out)).toMatchObject({
      command: [process.execPath, file, '--key=[redacted]'],
      passed: ['service_unavailable@listResources', 'service_unavailable@getResource'],
      stale: ['service_unavailable@getResource'],
    })
  })

  it('writes its report into files, too, and says first what it plans', async () => {
    const { sweep, folder } = suiteOf(needsReject)
    const file = join(folder, 'report.md')
    const { err } = await sweep('--only', 'limitAboveMax', '-o', file)
    expect(readFileSync(file, 'utf8')).toContain('limitAboveMax=clamp')
    expect(err).toContain('1 variant to try, in 1 group:')
  })

  it.each([
    [
      ['--only', 'limitAboveMx'],
      '--only: "limitAboveMx" is no ROW, ROW=OPTION, FAULT or FAULT@OPERATION of a sweep. Did you mean limitAboveMax?',
    ],
    [
      ['--except', 'reset@getJobs'],
      '--except: "reset@getJobs" is no ROW, ROW=OPTION, FAULT or FAULT@OPERATION of a sweep. Did you mean reset@getJob or reset or reset@listJobs?',
    ],
    [['--timeout', 'soon'], expect.stringContaining('--timeout: ')],
    [['--jobs', '0'], '--jobs: expected a whole number from 1 to 64, got "0"'],
    [['--write-accepted'], '--write-accepted: expected --accepted with the file to write'],
    [['--fixtures', 'no-folder'], expect.stringMatching(/^--fixtures: "no-folder" cannot be read as a folder/)],
    [['--accepted', 'missing.json'], expect.stringContaining('--accepted: missing.json: cannot be read')],
    [['-o', 'report.doc'], expect.stringContaining('report.doc')],
  ])('refuses %s', async (flags, message) => {
    const { code, out, err } = await suiteOf('').run(...flags)
    expect([code, out, err.replace(/^cloudsec-fake: (.*)\n$/, '$1')]).toEqual([2, '', message])
  })

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('ends with all its processes at %s', async (signal) => {
    const { main } = await builtPackage()
    const { folder, words, file } = suiteOf(`if (runs > 2) {
        const { spawn } = await import('node:child_process')
        const child = spawn(process.execPath, ['-e', "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)"])
        appendFileSync(join(here, 'pids'), process.pid + ' ' + child.pid + ' ')
        writeFileSync(join(here, 'ready'), '')
        setInterval(() => {}, 1000)
        await new Promise(() => {})
      }
      ${needsReject}`)
    const flags = ['--jobs', '1', '--format', 'json', '--only', 'limitAboveMax']
    const child = spawn(process.execPath, [main, ...words(...flags), '--', process.execPath, file], { stdio: 'ignore' })
    onTestFinished(() => void child.kill('SIGKILL'))
    while (!existsSync(join(folder, 'ready'))) await wait(20)
    child.kill(signal)
    const [code]: readonly unknown[] = await once(child, 'exit')
    expect(code).toBe({ SIGINT: 130, SIGTERM: 143, SIGHUP: 129 }[signal])
    const pids = readFileSync(join(folder, 'pids'), 'utf8').trim().split(' ').map(Number)
    expect(pids).toHaveLength(2)
    await expect.poll(() => pids.filter(isAlive)).toEqual([])
  })

  it('refuses a file for the report that cannot be written before it runs anything', async () => {
    const { run, folder } = suiteOf(`await api('/cloud/resources')`)
    const { code, err } = await run('--output', join(folder, 'none', 'report.md'))
    expect({ code, err }).toMatchObject({ code: 2, err: expect.stringContaining('report.md" cannot be written') })
    expect(existsSync(join(folder, 'runs'))).toBe(false)
  })

  it('refuses a command that is missing', async () => {
    const { words } = suiteOf('')
    const missing = usage('sweep: expected a command after --, as in: cloudsec-fake sweep -- npm test')
    expect(await cli(...words())).toEqual(missing)
    expect(await cli(...words(), '--', '')).toEqual(missing)
    expect(await cli(...words(), '--', 'no-such-command')).toEqual(usage('no-such-command: no such command'))
  })
})
