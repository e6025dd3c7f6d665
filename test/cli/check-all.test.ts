import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { JsonObject } from '../../src/core/lib/merge-patch.ts'
import { cli } from '../support/command.ts'
import { writeFixtures } from '../support/fixtures.ts'
import { builtIn } from '../support/record-admin.ts'

/** What is wrong at a place of a text, and how its line begins. */
type Said = readonly [mark: string, line: string]

/** A field with a mistake, and what is said of it. */
type Mistake = Readonly<{ field: string; value: unknown; says: readonly Said[] }>

/** @param line what is said, after the field (anything) */
const wrong = (field: string, value: unknown, line = ': ', ...more: readonly Said[]): Mistake => ({
  field,
  value,
  says: [[`"${field}":${JSON.stringify(value)}`, field + line], ...more],
})

/** A mistake that is said of another place than its field. */
const inside = (field: string, value: unknown, ...says: readonly Said[]): Mistake => ({ field, value, says })

/** An object with drawn mistakes among its fields. */
type Planted = Readonly<{ object: JsonObject; says: readonly Said[] }>

/** @param isShuffled the fields have a drawn order (their own, and unknown ones last) */
function planted(right: JsonObject, mistakes: readonly Mistake[], min: number, max: number, isShuffled = true) {
  const chosen = fc.uniqueArray(fc.constantFrom(...mistakes), {
    minLength: min,
    maxLength: max,
    selector: ({ field }) => field,
  })
  return chosen.chain((all) => {
    const object: JsonObject = { ...right, ...Object.fromEntries(all.map(({ field, value }) => [field, value])) }
    const entries = Object.entries(object).filter(([, value]) => value !== undefined)
    const ordered = fc.shuffledSubarray(entries, { minLength: entries.length })
    return (isShuffled ? ordered : fc.constant(entries)).map((fields): Planted => ({
      object: Object.fromEntries(fields),
      says: all.flatMap(({ says }) => says),
    }))
  })
}

/** What is said of an object, in the order of its text. @param prefix the path of the object */
function linesOf({ object, says }: Planted, prefix: string): readonly string[] {
  const text = JSON.stringify(object)
  const placed = says.map(([mark, line]) => ({ at: text.indexOf(mark), line: prefix + line }))
  expect(placed.filter(({ at }) => at === -1)).toEqual([])
  return placed.toSorted((a, b) => a.at - b.at).map(({ line }) => line)
}

/** What a check prints: the beginning of each line, as long as an expected one, and the number of problems. */
async function printed(folder: string, flags: readonly string[], expected: readonly string[]) {
  const { out } = await cli('check', ...flags)
  const lines = out.replaceAll(`${folder}/`, '').trimEnd().split('\n')
  const end = lines.pop()?.replace(/^checked .*: /, '')
  return [...lines.map((line, at) => line.slice(0, expected[at]?.length)), end]
}

/** Lines, and their number, as a check prints them. */
const whole = (lines: readonly string[]): readonly string[] => [
  ...lines,
  `${lines.length === 0 ? 'no' : lines.length} problem${lines.length === 1 ? '' : 's'}`,
]

const runs = { numRuns: 25, seed: 43 } as const

const ofConfig: readonly Mistake[] = [
  wrong('clokk', 1, ': not a known field. Did you mean clock?'),
  ...[['port', 'x'] as const, ['quota', '100'] as const, ['seed', 1.5] as const, ['state', 5] as const].map(
    ([field, value]) => wrong(field, value, ': expected a'),
  ),
  wrong('clock', 'noon', ': expected real, frozen or an ISO 8601 date-time'),
  wrong('completeAfter', '5 seconds', ': "5 seconds" is not a duration'),
  inside('delay', { min: '2s', max: '1s' }, ['"min":', 'delay.min: expected a duration not above max']),
  wrong('allowHost', ['ok.test', 'a b'], '[1]: expected a host name'),
  wrong('allowWebhookHost', ['a b', 'ok.test', 'c d'], ': expected a host name', [
    '"c d"',
    'allowWebhookHost: expected',
  ]),
  wrong('scenario', ['flakey', 'slow', 'slwo'], '[0]: no scenario', ['"slwo"', 'scenario[2]: no scenario is named']),
  wrong('controlToken', 'short'),
  wrong('httpPort', 8080, ': needs tls or tlsCert'),
  wrong('logLevel', 'loud'),
  wrong('upstream', 'https://api.example.com', ': expected an http or https URL that ends in /v1'),
  inside(
    'assume',
    { limitAboveMax: 'clip', listOrder: 'by_id', nope: 1 },
    ['"limitAboveMax":', 'assume: assumption limitAboveMax: expected one of'],
    ['"nope":', 'assume: assumption "nope" is not in the register'],
  ),
]

const ofScenario: readonly Mistake[] = [
  wrong('rulez', [], ': not a known field. Did you mean rules?'),
  wrong('description', 1),
  wrong('name', 'flaky', ': "flaky" is already the name of another scenario (built-in)'),
  wrong('group', 'other'),
  inside('jobs', { completeAfter: 'soon' }, ['"completeAfter":', 'jobs.completeAfter: ']),
  inside(
    'quota',
    { limit: 1, reset: 1, remaining: 2 },
    ['"reset":', 'quota.reset: not a known field'],
    ['"remaining":', 'quota.remaining: expected at most limit'],
  ),
  inside('delay', { min: '2s', max: '1s' }, ['"min":', 'delay.min: expected a duration not above max']),
  inside(
    'assume',
    { limitAboveMx: 'clamp', listOrder: true },
    ['"limitAboveMx":', 'assumption "limitAboveMx" is not in the register'],
    ['"listOrder":', 'assume.listOrder: expected'],
  ),
  inside('webhooks', { duplicate: 11 }, ['"duplicate":', 'webhooks.duplicate: ']),
]

const ofRule: readonly Mistake[] = [
  wrong('phse', 'after', ': not a known field'),
  wrong('when', { operation: 'listJobs', id: '*' }, ': expected conditions that some operation can meet'),
  inside('when', { operation: 'getJobs' }, ['"operation":', 'when.operation: expected one of']),
  inside('count', { first: 0, evry: 1 }, ['"first":', 'count.first: '], ['"evry":', 'count.evry: not a known field']),
  inside(
    'then',
    { fault: 'truncate', over: '1s', status: '200' },
    ['"over":', 'then.over: expected this field only with the fault slow_body'],
    ['"status":', 'then.status: '],
  ),
  inside(
    'then',
    { body: {}, patch: {}, nope: 1 },
    ['"body":', 'then.body: expected no body together with patch'],
    ['"nope":', 'then.nope: not a known field'],
  ),
]

const idRule = 'expected a UUID, or with --assume resourceIdFormat=any 1 to 200 letters'
const wrongDetails = {
  ...Object(builtIn('resources')[0]?.['details']),
  volumes: [{ id: 'a', size_gb: -1, type: 5 }],
  vpc: 1,
}
const ofAny: readonly Mistake[] = [
  wrong('colour', 2, ': not a known field'),
  inside('extra', { id: 'x', own: 1 }, ['"extra":', 'extra.id: expected only fields that the document lacks']),
  wrong('inList', ['nope'], '[0]: expected the name of a field in extra'),
  wrong('created_at', 'now', ': expected an ISO 8601 date-time'),
]

/** The mistakes of records, by fixture file. */
const ofRecords = {
  resources: [
    ...ofAny,
    wrong('id', 'vm 1', `: ${idRule}`),
    wrong('id', 'vm-1', `: ${idRule}`),
    wrong('region', 7),
    wrong('tags', {}),
    inside(
      'details',
      wrongDetails,
      ['"size_gb":', 'details.volumes[0].size_gb: '],
      ['"type":5', 'details.volumes[0].type: '],
      ['"vpc":', 'details.vpc: not a known field'],
    ),
  ],
  assessments: [
    ...ofAny,
    wrong('id', 'a-1', ': expected a UUID, got'),
    wrong('status', 'done', ': expected one of'),
    wrong('resource_id', 'vm-1', `: ${idRule}`),
    wrong('resource_type', 7),
  ],
  jobs: [...ofAny, wrong('id', 'j-1', ': expected a UUID, got'), wrong('status', 'done'), wrong('name', 7)],
  keys: [
    wrong('permissions', ['cloud:read', 'cloud:red', 5], '[1]: expected one of', ['5]', 'permissions[2]: expected']),
    wrong('secret', 'short', ': expected 8 to 200 characters'),
    wrong('secret_sha256', 'a'.repeat(64), ': expected none together with secret'),
    wrong('quota', 0),
    wrong('id', ''),
  ],
} as const satisfies Readonly<Record<string, readonly Mistake[]>>

const key = (id: string) => ({ id, name: id, permissions: ['cloud:read'], secret: `secret-of-${id}` })
const rows = {
  resources: builtIn('resources').slice(0, 4),
  assessments: builtIn('assessments').slice(0, 4),
  jobs: builtIn('jobs').slice(0, 4),
  keys: ['one', 'two', 'three', 'four'].map(key),
} as const

/** A fixture file: records with mistakes, and last one with the id of the first. */
const fileOf = (name: keyof typeof rows) =>
  fc.tuple(
    ...rows[name].map((row: JsonObject, at) => {
      const first: JsonObject = rows[name][0] ?? {}
      const isSame = at === rows[name].length - 1
      // Of two records with the same mistake, the second would also have the value of the first.
      const mistakes = ofRecords[name].filter(({ field }) => !['id', 'secret'].includes(field) || at === 1)
      const said: Said = [`"id":${JSON.stringify(first['id'])}`, `id: "${String(first['id'])}" is also the id of [0]`]
      return planted({ ...row, ...(isSame ? { id: first['id'] } : {}) }, mistakes, 0, 3).map((one) =>
        isSame ? { ...one, says: [...one.says, said] } : one,
      )
    }),
  )

describe('check lists everything that is wrong in one run, in the order of the file, and nothing else', () => {
  it('of a configuration', async () => {
    const folder = await writeFixtures({})
    const file = join(folder, 'fake.json')
    const right = { $schema: 'x', printUrl: false, maxSandboxes: 5, coverage: true, resources: 5 }
    await fc.assert(
      fc.asyncProperty(planted(right, ofConfig, 2, 6), async (config) => {
        await writeFile(file, JSON.stringify(config.object))
        const lines = linesOf(config, 'fake.json: ')
        expect(await printed(folder, ['--config', file], lines)).toEqual(whole(lines))
      }),
      runs,
    )
  })

  it('of scenarios', async () => {
    const folder = await writeFixtures({})
    const right = { name: 'own', description: 'Mine.', group: 'time', delay: '1s' }
    const rule = planted({ then: { error: 'internal_error' }, count: { first: 1 } }, ofRule, 0, 3)
    const scenario = fc.tuple(planted(right, ofScenario, 1, 5), fc.array(rule, { maxLength: 3 }))
    await fc.assert(
      fc.asyncProperty(scenario, async ([own, rules]) => {
        const object = { ...own.object, rules: rules.map((one) => one.object) }
        await writeFile(join(folder, 'own.json'), JSON.stringify(object))
        const ofRules = rules.flatMap((one, at) => linesOf(one, `own.json: rules[${at}].`))
        const lines = [...linesOf(own, 'own.json: '), ...ofRules]
        expect(await printed(folder, ['--scenarios', folder], lines)).toEqual(whole(lines))
      }),
      runs,
    )
  })

  it('of fixtures', async () => {
    const folder = await writeFixtures({})
    const names = ['resources', 'assessments', 'jobs', 'keys'] as const
    const files = fc.tuple(fc.subarray([...names], { minLength: 1 }), fc.boolean(), ...names.map(fileOf))
    await fc.assert(
      fc.asyncProperty(files, async ([chosen, isWrapped, ...all]) => {
        const lines: string[] = []
        const list = isWrapped ? 'records' : ''
        for (const [place, name] of names.entries()) {
          const own = chosen.includes(name) ? all[place] : undefined
          const records = own?.map(({ object }) => object) ?? rows[name]
          const content = isWrapped ? { $schma: 1, records, author: 'me' } : records
          await writeFile(join(folder, `${name}.json`), JSON.stringify(content))
          const ofRows = own?.flatMap((one, row) => linesOf(one, `${name}.json: ${list}[${row}].`)) ?? []
          const said = ofRows.map((line) => line.replace(' id of [0]', ` id of ${list}[0]`))
          const unknown = (field: string): string => `${name}.json: ${field}: not a known field`
          lines.push(...(isWrapped ? [unknown('$schma'), ...said, unknown('author')] : said))
        }
        expect(await printed(folder, ['--fixtures', folder], lines)).toEqual(whole(lines))
      }),
      runs,
    )
  })

  it('of a file of choices, and of what is checked under its other choices', async () => {
    const folder = await writeFixtures({
      'resources.json': [{ id: 'web-1' }, { id: 'web 2' }],
      'choices.json': { resourceIdFormat: 'any', limitAboveMax: 'clip', nope: 1 },
      'fake.json': { assume: { listOrder: 'x', resourceIdFormat: 'any' }, fixtures: '.' },
    })
    const ofFixtures = [
      'choices.json: not a fixture file',
      'fake.json: not a fixture file',
      'resources.json: [1].id: expected 1 to 200 letters, digits and -_.:/, got "web 2"',
    ]
    const listOrder = 'assumption listOrder: expected one of newest_first, oldest_first, by_id, got "x"'
    const ofChoices = [
      'choices.json: assumption limitAboveMax: expected one of reject, clamp, got "clip"',
      'choices.json: assumption "nope" is not in the register',
    ]
    for (const [flags, own] of [
      [['--fixtures', folder, '--assumptions', join(folder, 'choices.json')], ofChoices],
      [['--config', join(folder, 'fake.json')], [`fake.json: assume: ${listOrder}`]],
    ] as const) {
      const lines = [...own, ...ofFixtures]
      expect(await printed(folder, flags, lines)).toEqual(whole(lines))
    }
  })
})

describe('JSON that is none', () => {
  it.each([
    ['{\n  "port": 1,\n  // mine\n  "quota": 5\n}', 3, 3],
    ['{\n  "port": 1\n  "quota": 5\n}', 3, 3],
    ['{\n  "port": nope\n}', 2, 12],
    ['{ "port": 1,\n}', 2, 1],
    ['{\n  "state": "a\n', 2, 14],
    ['{\n  "port": 1\n', 3, 1],
    ['{}\n\nx', 3, 1],
    ['', 1, 1],
  ])('is refused by line and column: %j', async (text, line, column) => {
    const file = join(await writeFixtures({ 'fake.json': text }), 'fake.json')
    const { out } = await cli('check', '--config', file)
    expect(out).toMatch(new RegExp(`fake\\.json: not valid JSON \\([^\\n]+ at line ${line}, column ${column}\\)\\n`))
    expect(out).not.toContain('position')
  })
})
