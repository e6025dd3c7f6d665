import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it, vi } from 'vitest'

import { createFake } from '../../src/index.ts'
import { builtPackage } from '../support/built.ts'
import { cli, usage, withEnv } from '../support/command.ts'
import { serve } from '../support/remote.ts'
import { suiteOf } from './support/suite.ts'

const needsReject = `const { code } = await api('/cloud/resources?limit=101')
if (code !== 400) fail('expected 400, got ' + code)`

describe('the file of --state', () => {
  it('is refused where sweep did not write it', async () => {
    const { run, state } = suiteOf(needsReject)
    const message = `cloudsec-fake: --state: ${JSON.stringify(state)} was not written by sweep; name a new file\n`
    for (const text of ['', '{ "precious": true }\n']) {
      writeFileSync(state, text)
      for (const flags of [[], ['--resume']]) expect(await run(...flags)).toMatchObject({ code: 2, err: message })
      expect(readFileSync(state, 'utf8')).toBe(text)
    }
  })

  it('keeps runs that are not resumed until the first run, and says so', async () => {
    const { sweep, words, state } = suiteOf(needsReject)
    const first = await sweep('--budget', '2')
    expect(first.err).not.toContain('replaces')
    const runs = readFileSync(state, 'utf8')
    const warning = `${JSON.stringify(state)} has 2 runs of an earlier sweep, which this one replaces; stop it and use --resume to go on with them\n`
    expect((await cli(...words(), '--', 'no-such-command')).err).toBe(
      `${warning}cloudsec-fake: no-such-command: no such command\n`,
    )
    expect(readFileSync(state, 'utf8')).toBe(runs)
    const second = await sweep('--only', 'limitAboveMax')
    expect(second.err).toContain(warning)
    expect(existsSync(state)).toBe(false)
  })

  it('keeps the runs of a sweep that cannot go on', async () => {
    const { file, folder, words } = suiteOf(needsReject)
    const script = join(folder, 'go')
    const write = (): void => {
      writeFileSync(script, `#!/bin/sh\nexec ${process.execPath} ${file}\n`)
      chmodSync(script, 0o755)
    }
    const resume = async (...flags: readonly string[]) =>
      await cli(...words('--only', 'limitAboveMax', ...flags), '--', script)
    write()
    await resume('--budget', '2')
    rmSync(script)
    const { code, err } = await resume('--resume')
    expect([code, err]).toEqual([2, expect.stringContaining(`cloudsec-fake: ${script}: no such command\n`)])
    write()
    expect((await resume('--resume')).err).toContain('2 runs of them were made before.')
  })

  it('is for its owner, and has no output of runs that pass', async () => {
    const { sweep, state } = suiteOf(`console.log('hush')\n${needsReject}`)
    await sweep('--budget', '2')
    expect([statSync(state).mode % 0o1000, readFileSync(state, 'utf8')]).toEqual([
      0o600,
      expect.not.stringContaining('hush'),
    ])
  })
})

describe('a fake of the command', () => {
  it('may start in any order: the report shows the same request', async () => {
    const { folder } = await builtPackage()
    const { sweep } = suiteOf(`const { createFake } = await import('${join(folder, 'dist/index.js')}')
      const pages = [1, 2, 3, 4, 5, 6]
      let failed = false
      for (const page of runs % 2 === 1 ? pages : pages.toReversed()) {
        const fake = await createFake()
        const headers = { Authorization: 'Bearer ' + fake.apiKey }
        for (const limit of [1, 101]) {
          const { status } = await fake.fetch(fake.baseUrl + '/cloud/resources?page=' + page + '&limit=' + limit, { headers })
          failed ||= limit === 101 && status !== 400
        }
      }
      if (failed) fail('not 400')`)
    for (const _ of [1, 2]) {
      const { findings } = await sweep('--only', 'limitAboveMax', '--jobs', '1')
      expect(findings[0]?.request).toMatchObject({
        path: '/v1/cloud/resources?page=1&limit=101',
        expected: { status: 400 },
      })
    }
  })

  it('needs the folder of a run only when it starts', async () => {
    const { folder } = suiteOf('')
    const run = join(folder, 'run')
    await expect(withEnv({ CLOUDSEC_SWEEP_DIR: run }, () => createFake())).rejects.toThrow(
      `CLOUDSEC_SWEEP_DIR: ${JSON.stringify(run)} is not the folder of a run; only sweep sets this variable, so unset it`,
    )
    mkdirSync(run)
    writeFileSync(join(run, 'change.json'), '{ "choices": {} }')
    const fake = await withEnv({ CLOUDSEC_SWEEP_DIR: run }, () => createFake())
    const ask = async () =>
      await fake.fetch(`${fake.baseUrl}/cloud/resources`, { headers: { Authorization: `Bearer ${fake.apiKey}` } })
    expect((await ask()).status).toBe(200)
    rmSync(run, { recursive: true })
    expect((await ask()).status).toBe(200)
  })
})

describe('a run', () => {
  it('does not read the report of an earlier one', async () => {
    const { sweep, folder } = suiteOf(`const { code } = await api('/cloud/resources?limit=101')
      const failure = '<testsuites><testsuite name="s"><testcase name="one"><failure message="m"/></testcase></testsuite></testsuites>'
      if (code !== 400) writeFileSync(join(here, 'TEST-one.xml'), failure)`)
    const flags = ['--jobs', '1', '--only', 'limitAboveMax', 'rateWindow=sliding']
    const { broken, passed } = await sweep(...flags, '--report', join(folder, 'TEST-*.xml'))
    expect({ broken, passed }).toEqual({ broken: ['limitAboveMax=clamp'], passed: ['rateWindow=sliding'] })
  })

  it('without a change ends after ten minutes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const { run, folder } = suiteOf(`if (runs === 1) {
        setInterval(() => {}, 1000)
        writeFileSync(join(here, 'ready'), '')
      } else await api('/cloud/resources')`)
      const ended = run('--jobs', '1')
      await expect.poll(() => existsSync(join(folder, 'ready'))).toBe(true)
      vi.advanceTimersByTime(600_000)
      expect((await ended).err).toBe(
        'cloudsec-fake: sweep: the command takes longer than 600s without any change; --timeout sets another limit\n',
      )
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('with --url', () => {
  it('an e-mail is no webhook', async () => {
    const { origin } = await serve({ clock: 'real', completeAfter: '10ms' })
    const { run } = suiteOf(`
      const parameters = { start_date: '2026-06-01T00:00:00Z', end_date: '2026-06-30T00:00:00Z', log_types: ['firewall'] }
      const job = { name: 'n', analysis_type: 'security_event_correlation', output_format: 'json', data_source: { type: 'security_logs', parameters } }
      await api('/data/analysis/jobs', { method: 'POST', body: JSON.stringify({ ...job, notification: { email: 'a@example.com' } }) })
      for (let items = []; items.length === 0; ) ({ items } = await (await fetch(control + '/outbox')).json())`)
    const { err } = await run('--url', origin, '--only', 'webhook-duplicated')
    expect(err).toContain('nothing to try: no answer depended on webhook-duplicated,')
  })

  it('a journal with a gap is refused', async () => {
    const { origin } = await serve({ clock: 'real', journalBytes: 0 })
    expect(await suiteOf(needsReject).run('--url', origin)).toEqual(
      usage(
        '--url: the fake kept 0 of the 1 requests of a run; start it with a larger --journal-bytes, or use fewer --jobs',
      ),
    )
  })

  it('scenarios of the fake stay, also one that is named sweep', async () => {
    const { folder, sweep } = suiteOf(`const { data } = await sure('/cloud/resources?limit=1')
      const { code } = await api('/cloud/resources/' + data[0].id)
      if (code !== 404) fail('got ' + code)`)
    const rules = [{ when: { operation: 'getResource' }, then: { error: 'resource_not_found' } }]
    mkdirSync(join(folder, 'scenarios'))
    writeFileSync(join(folder, 'scenarios/sweep.json'), JSON.stringify({ name: 'sweep', rules }))
    const { origin } = await serve({ clock: 'real', scenarios: join(folder, 'scenarios'), scenario: ['sweep'] })
    const { broken, passed } = await sweep('--url', origin, '--only', 'internal_error@listResources')
    expect({ broken, passed }).toEqual({ broken: [], passed: ['internal_error@listResources'] })
  })
})
