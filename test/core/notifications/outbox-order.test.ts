import { expect, it } from 'vitest'

import { noon } from '../../support/answers.ts'
import { type Client, describeFake } from '../../support/fake.ts'
import { createJob, type Receiver, startReceiver } from '../../support/receiver.ts'

/** The bytes of the outbox and of a snapshot, without the time that attempts took by the wall clock. */
async function bytesOf({ fake }: Client): Promise<readonly string[]> {
  const paths = ['/outbox', '/snapshot']
  const texts = await Promise.all(paths.map(async (path) => (await fake.fetch(fake.controlUrl + path)).text()))
  return texts.map((text) => text.replaceAll(/"durationMs":\d+/g, '"durationMs":0'))
}

/** Has each two webhooks that come together answered in the order of their paths, or in the opposite one. */
function answerInPairs({ answer }: Receiver, statuses: Readonly<Record<string, number>>, isReversed: boolean): void {
  let waiting: { readonly path: string; readonly go: () => void }[] = []
  answer(async ({ path }) => {
    const held = new Promise<void>((go) => waiting.push({ path, go }))
    if (waiting.length === 2) {
      const sorted = waiting.toSorted((a, b) => (a.path < b.path ? -1 : 1))
      waiting = []
      const [first, second] = isReversed ? sorted.toReversed() : sorted
      first?.go()
      setTimeout(() => second?.go(), 30)
    }
    await held
    return statuses[path] ?? 204
  })
}

describeFake('deliveries that are due together', (open) => {
  it.each([
    ['are both accepted', { '/a': 204, '/b': 204 }],
    ['both fail', { '/a': 500, '/b': 500 }],
    ['differ', { '/a': 500, '/b': 204 }],
  ])('leave the same bytes in whichever order their receivers answer, where they %s', async (_, statuses) => {
    const receiver = await startReceiver()
    const run = async (isReversed: boolean): Promise<readonly string[]> => {
      answerInPairs(receiver, statuses, isReversed)
      const client = await open({ clock: noon, assume: { webhookSigning: 'none' } })
      const { origin } = new URL(receiver.url)
      await createJob(client, { webhook_url: `${origin}/a`, email: 'dev@example.com' }, { name: 'a' })
      await createJob(client, { webhook_url: `${origin}/b` }, { name: 'b' })
      await client.sandbox.clock.advance('5s')
      const bytes = await bytesOf(client)
      // In the end, both have failed.
      if (statuses['/a'] === statuses['/b']) await client.sandbox.clock.advance('1d')
      return [...bytes, ...(await bytesOf(client))]
    }
    expect(await run(true)).toEqual(await run(false))
  })

  it('are numbered as they were due', async () => {
    const receiver = await startReceiver()
    answerInPairs(receiver, {}, true)
    const client = await open({ clock: noon })
    const { origin } = new URL(receiver.url)
    for (const path of ['/a', '/b']) await createJob(client, { webhook_url: origin + path })
    await client.sandbox.clock.advance('5s')
    const settled = await client.sandbox.outbox.list()
    expect(settled.map((delivery) => [new URL(delivery.to).pathname, delivery.settled])).toEqual([
      ['/a', 1],
      ['/b', 2],
    ])
    expect(receiver.received.every(({ answered }) => answered)).toBe(true)
  })

  it('are numbered where a snapshot was taken between their answers', async () => {
    const receiver = await startReceiver()
    receiver.answer(({ path }) => (path === '/a' ? 'hang' : 204))
    const client = await open({ clock: noon })
    const { origin } = new URL(receiver.url)
    for (const path of ['/a', '/b']) await createJob(client, { webhook_url: origin + path })
    const moving = client.sandbox.clock.advance('5s').catch(() => {})
    const states = async (): Promise<readonly unknown[]> =>
      (await client.sandbox.outbox.list()).map(({ state, settled }) => `${state} ${settled}`)
    await expect.poll(states).toEqual(['pending null', 'delivered null'])
    await client.sandbox.snapshot.load(await client.sandbox.snapshot.save())
    expect(await states()).toEqual(['pending null', 'delivered 1'])
    await client.fake.close()
    await moving
  })
})
