import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'
import * as z from 'zod/mini'

import { createFake, createLog, type FakeOptions, startFake } from '../../../src/index.ts'
import { jobBody } from '../../support/answers.ts'
import { builtPackage } from '../../support/built.ts'
import { cli, withEnv } from '../../support/command.ts'
import { run } from '../../support/consumer.ts'
import { describeFake } from '../../support/fake.ts'
import { startReceiver } from '../../support/receiver.ts'
import { sendJob } from '../../support/send-job.ts'
import { getFrom } from '../../support/served.ts'

function fileOf(): string {
  const folder = mkdtempSync(join(tmpdir(), 'journal-file-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, 'journal.jsonl')
}

const line = z.looseObject({ context: z.looseObject({ fake: z.string() }) })

/** The lines of a file, each of which is whole. */
const linesOf = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .slice(0, -1)
    .map((text) => line.parse(JSON.parse(text)))

describeFake('a journal file', (open) => {
  it('has each request as the journal shows it, of every sandbox, and ends with the fake', async () => {
    const journalFile = fileOf()
    const client = await open({ journalFile, scenario: ['slow-body'] })
    await client.get('/cloud/resources?limit=1')
    await client.post('/data/analysis/jobs', { ...jobBody, token: 'hush4711' })
    const one = client.at('one')
    await one.get('/cloud/resources/nope', { key: 'csf_hush4711' })
    await one.sandbox.delete()
    const shown = await client.sandbox.requests.list()
    await client.fake.close()
    const lines = linesOf(journalFile)
    expect(lines.slice(0, 2)).toEqual(shown.map((request) => ({ ...request, context: expect.anything() })))
    expect(lines[2]).toMatchObject({
      sandbox: 'one',
      status: 401,
      context: { choices: { errorStatus: 'conventional' } },
    })
    expect(readFileSync(journalFile, 'utf8')).not.toContain('hush4711')
    expect(statSync(journalFile).mode & 0o777).toBe(0o600)
  })

  it('has whole bodies, also where the journal keeps none', async () => {
    const journalFile = fileOf()
    const client = await open({ journalFile, journalBytes: 0, resources: 500 })
    const { text } = await client.get('/cloud/resources?limit=100')
    await client.fake.close()
    expect(linesOf(journalFile)).toMatchObject([{ response: { body: JSON.parse(text), cut: false } }])
  })

  it('is written while the fake runs, and tells its fakes apart', async () => {
    const journalFile = fileOf()
    const clients = [await open({ journalFile }), await open({ journalFile })]
    await Promise.all(clients.flatMap((client) => Array.from({ length: 150 }, () => client.get('/cloud/resources'))))
    await expect.poll(() => linesOf(journalFile).length).toBe(300)
    expect(new Set(linesOf(journalFile).map(({ context }) => context.fake)).size).toBe(2)
  })
})

it('has a line for each webhook', async () => {
  const journalFile = fileOf()
  const receiver = await startReceiver()
  const fake = await startFake({ journalFile, completeAfter: '10ms' })
  await sendJob(fake, { notification: { webhook_url: receiver.url } })
  await fake.outbox.next({ kind: 'webhook' })
  await fake.close()
  expect(linesOf(journalFile)[1]).toMatchObject({ webhook: { status: 204, isSigned: true } })
})

const ask = async (options: FakeOptions) => {
  const fake = await createFake(options)
  const { status } = await getFrom(fake, '/cloud/resources')
  await fake.close()
  return status
}

it('is named by a variable, too', async () => {
  const [file, other] = [fileOf(), fileOf()]
  const variable = { CLOUDSEC_FAKE_JOURNAL_FILE: file }
  expect(await withEnv(variable, () => ask({}))).toBe(200)
  expect(await withEnv(variable, () => ask({ journalFile: other }))).toBe(200)
  expect([linesOf(file).length, linesOf(other).length]).toEqual([1, 1])
})

it('has the last request of a program that ends without a word to its fake', async () => {
  const { folder } = await builtPackage()
  const file = fileOf()
  const script = `import { createFake } from '${join(folder, 'dist/index.js')}'
    const fake = await createFake()
    await fake.fetch(fake.baseUrl + '/cloud/resources')
    process.exit(7)`
  const words = ['--input-type=module', '--eval', script]
  const { code } = await run(process.execPath, words, folder, { CLOUDSEC_FAKE_JOURNAL_FILE: file })
  expect([code, linesOf(file).length]).toEqual([7, 1])
})

it('that cannot be written is refused at the start', async () => {
  const file = join(fileOf(), 'journal.jsonl')
  const why = `expected a file that this user can write, got ${JSON.stringify(file)} (ENOENT: `
  await expect(createFake({ journalFile: file })).rejects.toThrow(`journalFile: ${why}`)
  const { code, err } = await cli('start', '--journal-file', file)
  expect([code, err]).toEqual([2, expect.stringContaining(`cloudsec-fake: --journal-file: ${why}`)])
  await expect(createFake({ journalFile: '' })).rejects.toThrow('journalFile: expected a file')
})

it('that can no longer be written is logged once, and requests are served', async () => {
  const journalFile = fileOf()
  const logged: string[] = []
  const fake = await createFake({ journalFile, log: createLog('error', (text) => logged.push(text)) })
  const get = async () => (await fake.fetch(`${fake.baseUrl}/cloud/resources`)).status
  rmSync(join(journalFile, '..'), { recursive: true })
  for (let i = 0; i < 3; i += 1) {
    expect(await get()).toBe(401)
    await new Promise<void>((done) => setImmediate(done))
  }
  await fake.close()
  expect(logged).toEqual([expect.stringContaining('cannot be written: ENOENT')])
})
