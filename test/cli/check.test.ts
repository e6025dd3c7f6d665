import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { knownResource, noon } from '../support/answers.ts'
import { cli, done, usage, withEnv } from '../support/command.ts'
import { writeFixtures } from '../support/fixtures.ts'
import { refused } from '../support/refused-scenarios.ts'

const id = '11111111-2222-4333-8444-555555555555'
const key = { id: 'ci', name: 'CI', permissions: ['cloud:read'], secret: 'at-least-8-characters' }
const idRule = 'a UUID, or with --assume resourceIdFormat=any 1 to 200 letters, digits and -_.:/'
const rule = { when: { operation: 'getJob' }, then: { error: 'internal_error' } }

/** The result of a check, each line without the folder. */
async function check(folder: string, ...flags: readonly string[]) {
  const { code, out, err } = await cli('check', ...flags)
  return { code, lines: out.replaceAll(`${folder}/`, '').trimEnd().split('\n'), err }
}

/** Has the files in a folder checked. @param path what the flag names there (the folder) */
const checkBy =
  (flag: string, path = '') =>
  async (files: Parameters<typeof writeFixtures>[0]) => {
    const folder = await writeFixtures(files)
    return await check(folder, flag, join(folder, path))
  }

const checkFixtures = checkBy('--fixtures')
const checkScenarios = checkBy('--scenarios')
const checkConfig = checkBy('--config', 'fake.json')

describe('check', () => {
  it('says what it checked where nothing is wrong', async () => {
    const data = await writeFixtures({ 'resources.json': [{}], 'keys.json': [key] })
    const scenarios = await writeFixtures({ 'own.json': { name: 'own', rules: [rule] } })
    const folder = await writeFixtures({
      'fake.json': {
        $schema: 'x',
        clock: noon,
        fixtures: data,
        scenarios,
        scenario: ['own', 'flaky'],
        assumptions: 'chosen.json',
      },
      'chosen.json': { errorStatus: 'hidden' },
    })
    const [config, chosen] = [join(folder, 'fake.json'), join(folder, 'chosen.json')]
    const parts = `${chosen}, ${data}, ${scenarios}: no problems\n`
    expect(await cli('check', '--config', config)).toEqual(done(`checked ${config}, ${parts}`))
    const flags = ['--fixtures', data, '--scenarios', scenarios, '--assumptions', chosen]
    expect(await cli('check', ...flags)).toEqual(done(`checked ${parts}`))
    const variables = {
      CLOUDSEC_FAKE_FIXTURES: data,
      CLOUDSEC_FAKE_SCENARIOS: scenarios,
      CLOUDSEC_FAKE_ASSUMPTIONS: chosen,
    }
    expect(await withEnv(variables, async () => await cli('check'))).toEqual(done(`checked ${parts}`))
    const other = join(await writeFixtures({ 'fake.json': { fixtures: 'nowhere' } }), 'fake.json')
    const overridden = await cli('check', '--config', other, '--fixtures', data)
    expect(overridden).toEqual(done(`checked ${other}, ${data}: no problems\n`))
  })
})

describe('check of fixtures', () => {
  it('lists what is wrong with files, and whole lines of what is wrong in them', async () => {
    const { code, lines, err } = await checkFixtures({
      'resource.json': [],
      'notes.json': [],
      'resources.json': [{ owner: 1 }, { id }, { id }, 5],
      'assessments.json': [{ status: 'pending', score: 3 }],
      'jobs.json': '[{',
      'keys.json': [
        key,
        { ...key, id: 'y', secret: undefined },
        { ...key, id: 'a', secret: 'another-secret', secret_sha256: 'x' },
        { ...key, id: 'b', permissions: ['cloud:read', 'cloud:red'] },
      ],
    })
    const known =
      'Known: id, name, type, provider, region, status, created_at, updated_at, tags, details, extra, inList'
    expect(lines).toEqual([
      expect.stringMatching(/^jobs\.json: not valid JSON \(.+\)$/),
      expect.stringMatching(/^notes\.json: not a fixture file; expected resources\.json, .+ keys\.json\./),
      expect.stringMatching(/^resource\.json: not a fixture file; .+ Did you mean resources\.json\?$/),
      `resources.json: [0].owner: not a known field. ${known}`,
      `resources.json: [2].id: "${id}" is also the id of [1]; ids must be unique`,
      'resources.json: [3]: expected an object, got 5',
      'assessments.json: [0].score: known only where status is completed, not pending',
      'keys.json: [1].secret: expected a secret, or else secret_sha256, got none',
      'keys.json: [2].secret_sha256: expected 64 hexadecimal digits in lower case, got another text',
      expect.stringMatching(
        /^keys\.json: \[3\]\.permissions\[1\]: expected one of .*, got "cloud:red"\. Did you mean cloud:read or cloud\?$/,
      ),
      'keys.json: [3].secret: is also the secret of [0]; secrets must be unique',
      expect.stringMatching(/: 11 problems$/),
    ])
    expect([code, err]).toEqual([1, ''])
  })

  it('ends in a file that has very much wrong, and says so', async () => {
    const wrong = Array.from({ length: 1500 }, () => ({ region: 7 }))
    const { code, lines } = await checkFixtures({ 'resources.json': wrong })
    expect([code, ...lines.slice(-3)]).toEqual([
      1,
      'resources.json: [249].region: expected a string, got 7',
      'resources.json: [250]: not checked, and nothing after it: too many problems',
      expect.stringMatching(/: 251 problems$/),
    ])
    const alike = Array.from({ length: 300 }, () => ({ id: knownResource.id }))
    expect((await checkFixtures({ 'resources.json': alike })).lines.at(-1)).toMatch(/: 251 problems$/)
  })

  it('checks ids of its own under the choices of the start', async () => {
    const own = await writeFixtures({ 'resources.json': [{ id: 'web-1' }] })
    const { code, lines } = await check(own, '--fixtures', own)
    expect([code, lines[0]]).toEqual([1, `resources.json: [0].id: expected ${idRule}, got "web-1"`])
    const choices = join(await writeFixtures({ 'choices.json': { resourceIdFormat: 'any' } }), 'choices.json')
    for (const flags of [
      ['--assume', 'resourceIdFormat=any'],
      ['--assumptions', choices],
    ]) {
      expect((await cli('check', '--fixtures', own, ...flags)).code).toBe(0)
    }
    expect(await cli('check', '--fixtures', own, '--assume', 'resourceIdFormat=many')).toEqual(
      usage('assumption resourceIdFormat: expected one of uuid, opaque, any, got "many"'),
    )
  })

  it.each([
    ['a file in place of a folder', { 'a.json': [] }, 'a.json', /^fixtures: ".+" cannot be read as a folder/],
    ['an empty folder', {}, '', /has no fixture file; expected some of resources\.json/],
  ])('says so for %s', async (_, files, path, message) => {
    const folder = await writeFixtures(files)
    const { code, lines } = await check(folder, '--fixtures', join(folder, path))
    expect([code, lines]).toEqual([1, [expect.stringMatching(message), expect.stringMatching(/: 1 problem$/)]])
  })
})

describe('check of scenarios', () => {
  it('lists everything that is wrong in each file, and what may be meant otherwise', async () => {
    const { code, lines } = await checkScenarios({
      'a.json': { name: 'mine', rules: [{ then: { error: 'no' } }] },
      'd.json': { name: 'other', rules: [{ ...rule, when: { path: '/cloud/resource' } }] },
      'e.json': [],
      'f.json': { name: 'flaky' },
      'g.json': { name: 'other' },
    })
    expect(lines).toEqual([
      expect.stringMatching(/^a\.json: rules\[0\]\.then\.error: expected one of .+, got "no"$/),
      'e.json: the file: expected an object, got an array',
      'f.json: name: "flaky" is already the name of another scenario (built-in)',
      'g.json: name: "other" is already the name of another scenario (file)',
      expect.stringMatching(/^d\.json: rules\[0\]\.when\.path: no operation has .+ \(warning\)$/),
      expect.stringMatching(/: 4 problems, 1 warning$/),
    ])
    expect(code).toBe(1)
  })

  it('passes with a warning', async () => {
    const scenario = { name: 'own', rules: [{ ...rule, when: { path: '/cloud/resource' } }] }
    const { code, lines } = await checkScenarios({ 'own.json': scenario })
    expect([code, lines.length, lines.at(-1)]).toEqual([0, 2, expect.stringMatching(/: no problems, 1 warning$/)])
  })

  it.each(refused)('refuses what a start refuses: %s', async (text, ...parts) => {
    const { code, lines } = await checkScenarios({ 'own.json': text })
    expect(code).toBe(1)
    // The control plane calls a file the body.
    for (const part of parts.filter((text) => !text.startsWith('the '))) expect(lines.join('\n')).toContain(part)
  })
})

describe('check of a configuration file', () => {
  it.each([
    [{ tlsCert: 'no.pem' }, /^fake\.json: tlsKey: expected the key of the certificate, got none/],
    ['{', /^fake\.json: not valid JSON/],
    [[], /^fake\.json: the file: expected an object, got an array$/],
    [{ quota: 5, assume: { rateQuota: 6 } }, /^fake\.json: quota: 5 and .* rateQuota=6 disagree; give one of them$/],
    [{ fixtures: 'nowhere' }, /^fixtures: "nowhere" cannot be read as a folder/],
    [{ scenarios: 'nowhere' }, /^scenarios: "nowhere" cannot be read as a folder/],
    [{ assumptions: 'nowhere.json' }, /^nowhere\.json: cannot be read/],
  ])('names what is wrong with %j', async (content, message) => {
    const { code, lines } = await checkConfig({ 'fake.json': content })
    expect([code, ...lines.slice(0, -1)]).toEqual([1, expect.stringMatching(message)])
  })
})
