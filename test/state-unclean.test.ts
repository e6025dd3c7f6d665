import { readFile, writeFile } from 'node:fs/promises'

import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'

import { createFake, createLog, type Log } from '../src/index.ts'
import { assessmentBody, jobBody, noon } from './support/answers.ts'
import { stateFolder } from './support/state-files.ts'

// Only the start and the end of a fake save, so a copy of its file has what a kill leaves.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
})

/** A fake that ends with the test, unless the test ends it. */
async function open(state: string, log?: Log) {
  const fake = await createFake({ clock: noon, seed: 3, state, ...(log && { log }) })
  onTestFinished(() => fake.close().catch(() => {}))
  return fake
}

type Fake = Awaited<ReturnType<typeof open>>

/** A fake that goes on where the file of another was when that one was killed. */
async function openKilled(state: string, copy: string): Promise<Fake> {
  await writeFile(copy, await readFile(state))
  return await open(copy)
}

/** Draws an id or a name in each way that there is, in a sandbox that is saved and in one that is not. */
async function draw(fake: Fake): Promise<readonly string[]> {
  const drawn = [(await fake.sandboxes.create()).name]
  for (const name of ['default', 'one']) {
    const { baseUrl, jobs, assessments, resources, keys, outbox } = fake.sandbox(name)
    const { id, secret } = await keys.create({ name: 'mine' })
    const job = (await jobs.create({ status: 'running', notification: { email: 'a@example.com' } })).id
    await jobs.update(job, { status: 'completed' })
    const delivery = String((await outbox.list({ job })).at(-1)?.id)
    drawn.push(id, secret, job, delivery, (await assessments.create({})).id)
    drawn.push((await resources.create({})).id)
    const headers = { Authorization: `Bearer ${fake.apiKey}`, 'Content-Type': 'application/json' }
    for (const [path, body] of [
      ['/data/analysis/jobs', jobBody],
      ['/security/assessments', assessmentBody],
    ] as const) {
      const response = await fake.fetch(baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) })
      drawn.push(/"id":"([^"]+)"/.exec(await response.text())?.[1] ?? 'none')
    }
  }
  expect(drawn).not.toContain('none')
  expect(drawn).toHaveLength(17)
  return drawn
}

/** Those that two lives of a file have both. */
const both = (one: readonly string[], other: readonly string[]): readonly string[] =>
  one.filter((drawn) => other.includes(drawn))

describe('a fake that goes on after a kill', () => {
  it('gives no id, secret or name of what was lost to anything else', async () => {
    const { state } = await stateFolder()
    const first = await open(state)
    const lost = await draw(first)
    const second = await openKilled(state, `${state}.2`)
    const others = await draw(second)
    expect(both(others, lost)).toEqual([])
    const third = await openKilled(`${state}.2`, `${state}.3`)
    const last = await draw(third)
    expect(both(last, [...lost, ...others])).toEqual([])
    await third.sandbox('one').reset()
    await third.sandboxes.delete('sandbox-2-1')
    expect(both(await draw(third), [...lost, ...others])).toEqual([])
  })

  it('says so, and does not after a clean end', async () => {
    const { state } = await stateFolder()
    const lines: string[] = []
    const log = createLog('info', (line) => lines.push(line))
    const first = await open(state)
    await (await open(state, log)).close()
    await first.close().catch(() => {})
    await (await open(state, log)).close()
    const read = `info: state: ${JSON.stringify(state)} is read, with sandboxes: 1`
    expect(lines).toEqual([`${read}; the fake that saved it was killed, or still runs`, read])
  })

  it('draws the same each time', async () => {
    const { state } = await stateFolder()
    await draw(await open(state))
    const [second, other] = [await openKilled(state, `${state}.2`), await openKilled(state, `${state}.3`)]
    expect(await draw(second)).toEqual(await draw(other))
  })

  it('knows it also where the kill comes before anything is saved, after a clean end', async () => {
    const { state } = await stateFolder()
    const first = await open(state)
    await draw(first)
    await first.close()
    const second = await open(state)
    const lost = await draw(second)
    const third = await openKilled(state, `${state}.3`)
    expect(both(await draw(third), lost)).toEqual([])
  })

  it('answers 404 to a client that kept the id of a lost record', async () => {
    const { state } = await stateFolder()
    const { id } = await (await open(state)).jobs.create({})
    const second = await openKilled(state, `${state}.2`)
    for (let i = 0; i < 3; i += 1) await second.jobs.create({})
    const headers = { Authorization: `Bearer ${second.apiKey}` }
    expect((await second.fetch(`${second.baseUrl}/data/analysis/jobs/${id}`, { headers })).status).toBe(404)
  })
})
