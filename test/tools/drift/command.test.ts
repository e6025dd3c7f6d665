import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { operations } from '../../../src/core/app/areas.ts'
import { createProfile, defaultProfile } from '../../../src/core/assumptions/profile.ts'
import { lazily } from '../../../src/core/lib/lazily.ts'
import { type Answer, writeCorpus } from '../../../src/tools/drift/corpus.ts'
import { toSentRequest } from '../../../src/tools/resolve/recorded-exchange.ts'
import { runProbes } from '../../../src/tools/resolve/run-probes.ts'
import { createSender } from '../../../src/tools/resolve/send.ts'
import { capture } from '../../support/capturing.ts'
import { cli, withEnv } from '../../support/command.ts'
import { type Plant, plantAt, readService } from '../../support/drifting.ts'
import { writeFixtures } from '../../support/fixtures.ts'
import { openFrozen } from '../../support/openapi.ts'
import { forward } from '../../support/other-server.ts'
import { record, recordingOf } from '../../support/recording.ts'
import { serve, serveBefore, serveService } from '../../support/resolving.ts'

const live = (baseUrl: string, ...args: readonly string[]) =>
  cli('drift', '--base-url', baseUrl, '--api-key', 'csf_full_access', '--rate', '1000', ...args)

const secret = 'q7x-hidden@corp.example'
const strange: Plant = (answer) => {
  const text = ['owner', secret].reduce(
    (body, name) => plantAt('getResource', `/data/${name}`, () => secret)({ ...answer, text: body }).text ?? body,
    plantAt('getResource', '/data/status', () => 'archived')(answer).text ?? answer.text,
  )
  return { text, headers: { ...answer.headers, 'x-tier': secret } }
}

/** A corpus beside its assumptions. */
async function corpusOf(choices = {}) {
  const { answers, choices: found } = await readService(choices)
  return writeFixtures({ 'corpus.jsonl': writeCorpus(answers), 'assumptions.json': found })
}

const strangeAnswers = lazily(() => readService({}, strange))

/** A recording of everything that `resolve --write` asks. */
async function recordedRun() {
  const { fake, entries, send } = await record({ assume: { contentType: 'with_charset', errorStatus: 'hidden' } })
  const sender = createSender({ fetch: send, baseUrl: fake.baseUrl, keys: { main: fake.apiKey } })
  await runProbes({ operations, send: sender, write: true, keys: ['main'] })
  return entries
}

describe('drift', () => {
  it('asks a service by GET alone, and says how much it compared', async () => {
    const { baseUrl, requests } = await serveBefore(
      await serve({ assume: { listOrder: 'by_id', jobListItem: 'minimal' } }),
    )
    const { code, out, err } = await live(baseUrl)
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(/^Compared 1\d\d answers of 6 operations from http:\S+: \d{4,} values\.\n/)
    expect(out).toContain('The fake can answer the same.')
    expect(new Set(requests.map(({ method }) => method))).toEqual(new Set(['GET']))
    expect(requests.filter(({ path }) => /\/resources\/.{36}$/.test(path)).length).toBeGreaterThanOrEqual(20)
  })

  it.each(['text', 'json', 'markdown'])('names what the fake cannot answer, without a value, as %s', async (format) => {
    const { answers } = await strangeAnswers()
    const files = { 'corpus.jsonl': writeCorpus(answers), 'assumptions.json': defaultProfile }
    const folder = await writeFixtures(files)
    const { code, out, err } = await cli('drift', '--corpus', join(folder, 'corpus.jsonl'), '--format', format)
    expect([code, err]).toEqual([3, ''])
    for (const part of ['/data/owner', '/data/*', '/headers/x-tier', '/data/status', 'archived'])
      expect(out).toContain(part)
    expect(out).not.toMatch(/q7x|hidden/)
    expect(readFileSync(join(folder, 'corpus.jsonl'), 'utf8')).not.toMatch(/q7x|hidden/)
    if (format === 'json') expect(JSON.parse(out)).toMatchObject({ compared: { operations: 6 }, notes: [] })
    if (format === 'markdown')
      expect(out).toContain('| Problem | Where | Expected | Got | Seen | Operations |\n| --- |')
  })

  it('finds nothing in a service whose data was captured, with fields that the document lacks', async () => {
    const resources = [{ extra: { account_id: 'acme-1', details: { kernel: '6.1' } }, inList: ['account_id'] }, {}]
    const assessments = [{ extra: { by: { name: 'x' } } }]
    const fixtures = await writeFixtures({ 'resources.json': resources, 'assessments.json': assessments })
    const { baseUrl } = await serve({ fixtures })
    expect(await live(baseUrl)).toMatchObject({ code: 3, err: '' })
    const { output, out } = await capture(baseUrl)
    expect(out).toContain('2 resources, 2 of them complete; undocumented fields: account_id, details\n')
    expect(await live(baseUrl, '--fixtures', output)).toMatchObject({ code: 0, err: '' })
    const corpus = join(output, 'corpus.jsonl')
    expect(await cli('drift', '--fixtures', output, '--corpus', corpus)).toMatchObject({ code: 0, err: '' })
  })

  it('reads a recording, in which the fake can answer as it did', async () => {
    const folder = await writeFixtures({ 'a.har': recordingOf(await recordedRun()) })
    const { code, out, err } = await withEnv({ CLOUDSEC_BASE_URL: 'http://127.0.0.1:9/v1' }, () =>
      cli('drift', '--har', join(folder, 'a.har')),
    )
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(/answers of 8 operations from .*a\.har: \d+ values\./)
  })

  it('passes over bodies that a browser did not keep', async () => {
    const entries = (await recordedRun()).map(({ request, response }, i) => ({
      request,
      response: i === 3 ? { ...response, content: { size: 100 } } : response,
    }))
    const folder = await writeFixtures({ 'a.har': recordingOf(entries) })
    const { code, out } = await cli('drift', '--har', join(folder, 'a.har'))
    expect(out).toContain('The recording has no body for 1 more answers.')
    expect(code).toBe(0)
  })

  it('takes the choices beside a corpus, or others that are given', async () => {
    const choices = { pendingListed: 'score_null', recordStatusField: 'present', errorStatus: 'unprocessable' } as const
    const folder = await corpusOf(choices)
    const file = join(folder, 'corpus.jsonl')
    expect(await cli('drift', '--corpus', file)).toMatchObject({ code: 0, err: '' })
    const given = await writeFixtures({ 'a.json': createProfile({ ...choices, errorStatus: 'conventional' }) })
    const contrary = await cli('drift', '--corpus', file, '--assumptions', join(given, 'a.json'))
    expect(contrary.code).toBe(3)
    expect(contrary.out).toMatch(/:status +400 +422/)
  })

  it('compares with the fixtures of the fake', async () => {
    const fixtures = await writeFixtures({ 'resources.json': [] })
    const file = join(await corpusOf(), 'corpus.jsonl')
    const { code, err } = await cli('drift', '--corpus', file, '--fixtures', fixtures)
    expect([err, code]).toEqual(['', 0])
    const none = await cli('drift', '--corpus', file, '--fixtures', join(fixtures, 'none'))
    expect([none.code, none.out]).toEqual([2, ''])
    expect(none.err).toMatch(/^cloudsec-fake: --fixtures: .*none.*\n$/)
  })
})

it('a service stops half-way: what came is compared, and the report says so', async () => {
  const fake = await serve()
  let number = 0
  const baseUrl = await serveService((incoming, outgoing) => {
    number += 1
    if (number > 30) return void outgoing.destroy()
    void forward(incoming, fake).then(async (answer) =>
      outgoing.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text()),
    )
  })
  const { code, out } = await live(baseUrl)
  expect(code).toBe(0)
  expect(out).toMatch(/^Stopped early: stopped after 3 requests without an answer\.$/m)
})

const bare: Answer = { operation: 'getJob', status: 304, headers: [], contentType: null, body: 'empty' }

it.each<readonly [line: string, code: number, message: RegExp]>([
  ['', 2, /drift: expected one of --corpus, --har and --base-url/],
  ['--har a.har --base-url http://127.0.0.1:9/v1', 2, /drift: expected one of --corpus, --har and --base-url/],
  ['--corpus bare.jsonl --base-url http://127.0.0.1:9/v1', 2, /drift: expected one of --corpus, --har and --base-url/],
  ['--base-url ftp://a', 2, /--api-key \(CLOUDSEC_API_KEY\): required/],
  ['--corpus none.jsonl', 2, /none\.jsonl: cannot be read/],
  ['--corpus empty.jsonl', 1, /empty\.jsonl: the corpus has no answers/],
  ['--corpus head.jsonl', 1, /head\.jsonl: the corpus has no answers/],
  ['--corpus other.jsonl', 2, /other\.jsonl: "getThing" is not a documented operation/],
  ['--corpus bare.jsonl', 1, /bare\.jsonl: nothing to compare: it has no answer of the service/],
  ['--corpus a.har', 2, /a\.har:1: corpus: /],
  ['--corpus broken.jsonl', 2, /broken\.jsonl:2: not valid JSON/],
  ['--har empty.jsonl', 2, /empty\.jsonl: not valid JSON/],
  ['--har a.har', 1, /a\.har: nothing to compare: it has no answer of the service/],
  ['--har a.har --assumptions broken.jsonl', 2, /broken\.jsonl: not valid JSON/],
  ['--corpus head.jsonl --format yaml', 2, /--format/],
])('drift %s is refused in one line', async (line, code, message) => {
  const folder = await writeFixtures({
    'empty.jsonl': '',
    'head.jsonl': '{"corpus":1}\n',
    'other.jsonl': writeCorpus([{ ...bare, operation: 'getThing' }]),
    'bare.jsonl': writeCorpus([bare]),
    'broken.jsonl': '{"corpus":1}\n{"operation":',
    'a.har': recordingOf([]),
  })
  const args = line
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => (/\.(?:har|jsonl)$/.test(word) ? join(folder, word) : word))
  const ran = await cli('drift', ...args)
  expect([ran.code, ran.out]).toEqual([code, ''])
  expect(ran.err).toMatch(/^cloudsec-fake: [^\n]*\n$/)
  expect(ran.err).toMatch(message)
})

it.each([60, 205, 400])('no request takes the quota of %i below 5 %%, or below 10 requests', async (rateQuota) => {
  const fake = await openFrozen({ assume: { rateQuota } })
  const send = createSender({ fetch: fake.fetch, baseUrl: fake.baseUrl, keys: { main: fake.apiKey } })
  const left: (number | undefined)[] = []
  const use = async (): Promise<never> => {
    for (;;) left.push((await send(toSentRequest(operations, { operation: 'listJobs' }))).remaining)
  }
  await expect(use()).rejects.toMatchObject({ kind: 'unknown' })
  expect(left.at(-1)).toBe(Math.max(10, Math.ceil(rateQuota / 20)))
})
