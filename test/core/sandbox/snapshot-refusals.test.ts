import { expect, it } from 'vitest'

import { type FakeOptions, InputError } from '../../../src/index.ts'
import { jobBody, noon } from '../../support/answers.ts'
import { describeTwoWays, readProblem, stateOf } from '../../support/control.ts'
import { writeFixtures } from '../../support/fixtures.ts'
import { startReceiver } from '../../support/receiver.ts'
import { changed, withAt } from '../../support/snapshots.ts'

const options: FakeOptions = { clock: noon, seed: 3, completeAfter: '2s' }

type Refusal = readonly [path: string, value: unknown, detail: string | RegExp]

/** Errors in a snapshot, by the path that is changed: the value that is put there, and the refusal. */
const refusals: readonly Refusal[] = [
  [
    'format',
    'cloudsec-fake/har',
    'format: expected "cloudsec-fake/snapshot", the format of a snapshot, got "cloudsec-fake/har"',
  ],
  ['format', undefined, 'format: required, but missing'],
  ['version', 2, 'version: expected 3, the snapshot version of this fake, got 2'],
  ['version', '1', 'version: expected a number, got "1"'],
  ['package', '0.0.9', /^package: expected "\d+\.\d+\.\d+", the version of this fake, got "0\.0\.9"$/],
  ['seed', 4, 'seed: expected 3, the seed of this fake, got 4'],
  ['dataset', 'other', /^dataset: expected "[0-9a-f]{64}", the fingerprint of the fixtures of this fake, got "other"$/],
  [
    'pats',
    {},
    'pats: not a known field. Did you mean parts? Known: format, version, package, seed, dataset, sandbox, parts',
  ],
  ['parts', undefined, 'parts: required, but missing'],
  ['parts', [], 'parts: expected an object, got an array'],
  ['sandbox.name', 'No', /^sandbox\.name: expected 1 to 63 lower-case letters/],
  ['sandbox.incarnation', -1, 'sandbox.incarnation: expected at least 0, got -1'],
  ['sandbox.incarnation', 1e15, 'sandbox.incarnation: expected at most 999999999999999, got 1000000000000000'],
  ['parts.job', {}, /^parts\.job: not a known part\. Did you mean jobs/],
  ['parts.constructor', {}, /^parts\.constructor: not a known part/],
  ['parts.scheduler', {}, /^parts\.scheduler: not a known part/],
  ['parts.clock', null, 'parts.clock: the state: expected an object, got null'],
]

const another = 'active: the scenario "flaky" has another definition in this fake (built-in)'

/** Errors in a part of a snapshot, by the path in it: the value that is put there, and its reason. */
const refusalsOfParts: Readonly<Record<string, readonly Refusal[]>> = {
  clock: [
    ['nowMs', -1, 'nowMs: expected a time from 1970 to 9899, got -1'],
    ['rate', 0, 'rate: expected a number above 0, at most 86400, got 0'],
    ['mode', 'slow', 'mode: expected one of real, frozen, got "slow"'],
    ['extra', 1, /^extra: not a known field/],
  ],
  storage: [
    ['takenBytes', 1e12, /^takenBytes: 1000000000000 bytes: the bound of 536870912 bytes/],
    ['takenBytes', -5, 'takenBytes: expected at least 0, got -5'],
  ],
  scenarios: [
    ['choices.limitAboveMax', 'clamped', /^assumption limitAboveMax: expected one of .*, got "clamped"$/],
    ['choices.limit', 'clamp', /^assumption "limit" is not in the register/],
    ['active.0.name', 'flakey', /^active: no scenario is named "flakey"\. Did you mean flaky/],
    ['active.0.definition', 'abc', another],
    ['active.0.rules', [], another],
    ['active.0.rules.0.hits', -1, 'active[0].rules[0].hits: expected at least 0, got -1'],
    ['on', ['slow'], 'on: expected names of active scenarios, got "slow"'],
    ['inline.0', { name: 'own', rulse: [] }, /^rulse: not a known field/],
    ['inline.0', { name: 'slow' }, /^name: "slow" is already the name of a scenario of every/],
    ['quotas.meters.0.seconds', [], /^quotas\.meters\[0\]\.seconds: known only where window is sliding/],
    ['quotas.meters.0.window', 'sliding', /^quotas\.meters\[0\]\.seconds: required, but missing/],
    ['lifecycles.jobs.outcome', 'lost', /^lifecycles\.jobs\.outcome: expected one of completed, failed/],
  ],
  keys: [
    [
      'own.0.secretHash',
      'csf_mine_alone',
      /^own\[0\]\.secretHash: expected 64 hexadecimal digits in lower case, got another text$/,
    ],
    ['own.0.id', 'full-access', 'own: id: must not contain duplicates'],
    ['own.0.secret', 'csf_mine_alone', /^own\[0\]\.secret: not a known field\. Did you mean secretHash\?/],
  ],
  jobs: [
    ['nextNumber', 1.5, 'nextNumber: expected an integer, got 1.5'],
    ['records.1.record.id', 'x', 'records[1].record.id: expected a UUID, got "x"'],
    ['removed', [1], 'removed[0]: expected a string, got 1'],
  ],
  resources: [['records.0.record.size', 5, /^records\[0\]\.record\.size: not a known field/]],
  assessments: [
    ['records.0.record.lifecycle.pinned', 'lost', /^records\[0\]\.record\.lifecycle\.pinned: expected one of/],
  ],
  outbox: [
    ['deliveries.0.state', 'lost', /^deliveries\[0\]\.state: expected one of pending/],
    ['coming.0.atMs', 'soon', /^coming\[0\]\.atMs: expected a number/],
  ],
}

/** A reason as it stands behind the part that it is about. */
const about = (part: string, reason: string | RegExp): Refusal[2] =>
  typeof reason === 'string' ? `parts.${part}: ${reason}` : new RegExp(`^parts\\.${part}: ${reason.source.slice(1)}`)

const allRefusals = [
  ...refusals,
  ...Object.entries(refusalsOfParts).flatMap(([part, ofPart]) =>
    ofPart.map(([path, value, reason]): Refusal => [`parts.${part}.${path}`, value, about(part, reason)]),
  ),
]

describeTwoWays('a snapshot that cannot be used', (open) => {
  it('is refused with what is wrong with it, and nothing changes, where it was taken and elsewhere', async () => {
    const panel = await open(options)
    const { sandbox, saved } = await changed(panel)
    const other = panel.at('other')
    await other.control('POST', '/clock/advance', { by: '1h' })
    const look = async () => [
      ...(await stateOf(sandbox)),
      await sandbox.look('/snapshot'),
      ...(await stateOf(other)),
      await other.look('/snapshot'),
    ]
    const before = await look()
    for (const [path, value, detail] of allRefusals) {
      const document = withAt(JSON.parse(JSON.stringify(saved)), path, value)
      for (const place of [sandbox, other]) {
        const message = readProblem(await place.control('PUT', '/snapshot', document), 400)
        if (typeof detail === 'string') expect(message, path).toBe(detail)
        else expect(message, path).toMatch(detail)
      }
    }
    expect(await look()).toEqual(before)
    // The one that they were made of can be used.
    expect((await other.control('PUT', '/snapshot', saved)).status).toBe(200)
  })

  it('sends none of the messages that it has', async () => {
    const receiver = await startReceiver()
    receiver.answer(503)
    const { fake, api } = await open(options)
    await api('POST', '/data/analysis/jobs', { body: { ...jobBody, notification: { webhook_url: receiver.url } } })
    await fake.clock.advance('2s')
    const saved = await fake.snapshot.save()
    const later = withAt(withAt(saved, 'parts.clock.nowMs', Date.parse(noon) + 9_000_000), 'parts.job', {})
    expect(receiver.received).toHaveLength(1)
    await expect(fake.snapshot.load(later)).rejects.toThrow(/^parts\.job: not a known part/)
    // Any message of the refused snapshot would go out before this one.
    const [delivery] = await fake.outbox.list()
    await fake.outbox.redeliver(delivery?.id ?? '')
    expect(receiver.received).toHaveLength(2)
  })

  it.each([
    [undefined, 'the snapshot: required, but missing'],
    ['[]', 'the snapshot: expected an object, got an array'],
    ['"text"', 'the snapshot: expected an object, got "text"'],
    ['{}', 'format: required, but missing; version: required, but missing'],
    ['{"format":', /^the body: not valid JSON/],
    ['{"format":"cloudsec-fake/snapshot","version":1,"__proto__":{"parts":{}}}', /^__proto__: not a known field/],
  ])('such as %j', async (body, detail) => {
    const { control } = await open(options)
    expect(readProblem(await control('PUT', '/snapshot', body), 400)).toEqual(
      typeof detail === 'string' ? detail : expect.stringMatching(detail),
    )
  })

  it('is one of other fixtures, of other generated records, or of a scenario file that is another here', async () => {
    const { saved } = await changed(await open(options))
    const fixtures = await writeFixtures({ 'jobs.json': [] })
    for (const [name, other] of Object.entries({ fixtures: { fixtures }, resources: { resources: 5 } })) {
      const { fake } = await open({ ...options, ...other })
      await expect(fake.snapshot.load(saved), name).rejects.toThrow(/^dataset: expected/)
    }
    const { fake } = await open({ ...options, resources: 5 })
    const generated = await fake.snapshot.save()
    await expect(fake.snapshot.load({ ...generated, seed: 9 })).rejects.toBeInstanceOf(InputError)
    await expect((await open({ ...options, resources: 6 })).fake.snapshot.load(generated)).rejects.toThrow(/^dataset: /)
    await (await open({ ...options, resources: 5 })).fake.snapshot.load(generated)
  })
})

describeTwoWays('an instant in a snapshot that cannot be shown', (open) => {
  it.each(['createdMs', 'createdAt', 'updated_at', 'estimated_completion_time', 'completeAfterMs', 'estimateMs'])(
    'such as %s',
    async (field) => {
      const panel = await open(options)
      const { saved } = await changed(panel)
      const text = JSON.stringify(saved)
      const broken = text.replace(new RegExp(`("${field}":)\\d+`), '$11e300')
      expect(broken).not.toBe(text)
      expect(readProblem(await panel.control('PUT', '/snapshot', broken), 400)).toContain('1e+300')
    },
  )
})
