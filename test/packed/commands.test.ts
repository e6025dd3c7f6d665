import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import manifest from '../../package.json' with { type: 'json' }
import { noon } from '../support/answers.ts'
import { writeFixtures } from '../support/fixtures.ts'
import { describePacked } from './describe-packed.ts'

/** The output of each command, in order, about one running fake. */
const lines: readonly (readonly [line: string, out: RegExp])[] = [
  ['wait', /^ready: http:\S+\n$/],
  ['env', /^export CLOUDSEC_BASE_URL=http:\S+\/v1\nexport CLOUDSEC_API_KEY=csf_full_access\n/],
  ['scenario on flaky', /^on now: flaky\n$/],
  ['scenario list', /^true +flaky +- +503 20 %, 500 10 % +One request/m],
  ['assumptions set limitAboveMax=clamp', /^limitAboveMax +clamp +reject$/m],
  ['clock advance 1h', /^2026-07-01T13:00:00.000Z frozen\n$/],
  ['keys create --name mine', /^secret +csf_/m],
  ['requests list', /^0-1 .* GET \/v1\/cloud\/resources +200 /m],
  ['requests show 0-1', /^operation +listResources$/m],
  ['requests verify --operation listResources', /^verified: 0-1\n$/],
  ['requests coverage', /^listResources +1 +\d/m],
  ['conduct', /^1 request judged/],
  ['quota show full-access', /^remaining +\d+$/m],
  ['record list jobs --limit 1', /^ID +NAME [^]*\n\n1 of \d+\n$/],
  ['outbox list', /^ID +KIND +EVENT /],
  ['snapshot save saved.json', /^saved: default to saved.json\n$/],
  ['snapshot load saved.json', /^name +default\n/],
  ['sandboxes create one', /^baseUrl +http:\S+\/@one\/v1$/m],
  ['clear', /^cleared: default\n$/],
  ['reset', /^reset: default\n$/],
]

describePacked('the commands', ({ version, run, runIn, serve }) => {
  // First, so that what follows is the second run of each command.
  it('are those of the help, each with a help of its own', async () => {
    const { code, out } = await run('--help')
    const [, listed = ''] = out.split('\nEvery day:\n')
    const names = [...listed.matchAll(/^ {2}([a-z]+)/gm)].map(([, name = '']) => name)
    const others = 'start status stop exec init check capture resolve drift sweep tls mcp help'.split(' ')
    const used = new Set([...lines.map(([line]) => line.replace(/ .*/, '')), ...others])
    expect([code, names.toSorted()]).toEqual([0, [...used].toSorted()])
    const helps = await Promise.all(names.map((name) => run(name, '--help')))
    expect(helps.map((help) => [help.code, help.err])).toEqual(names.map(() => [0, '']))
    expect(await run('--version')).toEqual({ code: 0, out: `${manifest.version}\n`, err: '' })
  })

  it('do what they say, about a fake that runs', async () => {
    const { sandbox, get } = await serve('--clock', noon)
    await get('/cloud/resources')
    const folder = await writeFixtures({})
    for (const [line, out] of lines) {
      const ran = await runIn(folder, ...line.split(' '), '--url', sandbox.baseUrl)
      expect([line, ran.code, ran.err]).toEqual([line, 0, ''])
      expect(ran.out, line).toMatch(out)
    }
  })

  it('resolve what a service does', async () => {
    const { sandbox } = await serve('--assume', 'limitAboveMax=clamp')
    const folder = await writeFixtures({})
    const line = 'resolve --api-key csf_full_access --only limitAboveMax --rate 1000 --base-url'
    const { code, out, err } = await runIn(folder, ...line.split(' '), sandbox.baseUrl)
    expect([code, err]).toEqual([3, ''])
    expect(out).toMatch(/^limitAboveMax +contradicted +clamp +reject /m)
    expect(JSON.parse(await readFile(join(folder, 'assumptions.json'), 'utf8'))).toEqual({ limitAboveMax: 'clamp' })
  })

  it('check files without a fake', async () => {
    const folder = await writeFixtures({ 'resources.json': [{}], 'jobs.json': [{ status: 'done' }] })
    const { code, out } = await runIn(folder, 'check', '--fixtures', '.')
    expect([code, out]).toEqual([1, expect.stringMatching(/^jobs\.json: \[0\]\.status: .*\nchecked \.: 1 problem\n$/)])
  })

  it('sweep another one', async () => {
    const script = `
      const { CLOUDSEC_BASE_URL: base, CLOUDSEC_API_KEY: key } = process.env
      const { status } = await fetch(base + '/cloud/resources?limit=500', { headers: { Authorization: 'Bearer ' + key } })
      if (status !== 400) throw new Error('got ' + status)`
    const line = ['sweep', '--only', 'limitAboveMax', '--', 'node', '--input-type=module', '--eval', script]
    const { code, out } = await runIn(await writeFixtures({}), ...line)
    expect(code).toBe(3)
    expect(out).toMatch(/^ {2}limitAboveMax=clamp$/m)
    expect(out).toMatch(/^1 finding; 4 runs$/m)
  })

  it('run another one with a fake that serves https and keeps its state', async () => {
    const folder = await writeFixtures({})
    const script = `
      const { CLOUDSEC_BASE_URL: base, CLOUDSEC_CONTROL_URL: control } = process.env
      const { counts } = await (await fetch(control)).json()
      await fetch(control + '/resources', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' })
      const { status } = await fetch(base + '/cloud/resources', { headers: { Authorization: 'Bearer csf_full_access' } })
      const metrics = await (await fetch(control + '/metrics')).text()
      console.log(new URL(base).protocol, status, counts.resources, /^cloudsec_fake_requests_total[{].*[}] 1$/m.test(metrics))`
    const line = ['exec', '--tls', '--state', 'state.json', '--log-level', 'error', '--', 'node', '--input-type=module']
    const first = await runIn(folder, ...line, '--eval', script)
    expect([first.code, first.out]).toEqual([0, 'https: 200 60 true\n'])
    expect((await runIn(folder, ...line, '--eval', script)).out).toBe('https: 200 61 true\n')
  })

  it('run another one with a fake', async () => {
    const script = `
      const { CLOUDSEC_BASE_URL: base, CLOUDSEC_API_KEY: key } = process.env
      const { status } = await fetch(base + '/cloud/resources', { headers: { Authorization: 'Bearer ' + key } })
      console.log(process.version, status)
      process.exitCode = 7`
    const { code, out, err } = await run('exec', '--', 'node', '--input-type=module', '--eval', script)
    expect([code, out, err]).toEqual([7, `v${version} 200\n`, ''])
  })
})
