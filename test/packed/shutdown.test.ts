import { expect, it } from 'vitest'

import { noon } from '../support/answers.ts'
import { describePacked, type Packed } from './describe-packed.ts'

/** Starts a program with a scenario of slow answers. @returns it, with a request under way */
async function serveSlowly(serve: Packed['serve'], delay: string) {
  const client = await serve('--clock', noon)
  await client.sandbox.scenarios.define({ name: 'mine', rules: [{ then: { delay } }] })
  const answer = fetch(`${client.sandbox.baseUrl}/cloud/resources`, {
    headers: { Authorization: 'Bearer csf_full_access' },
  })
  const hits = async () => (await client.sandbox.scenarios.show('mine')).rules[0]?.hits
  await expect.poll(hits, { interval: 10 }).toBe(1)
  return { ...client, answer }
}

describePacked('a signal', ({ serve }) => {
  it.each(['SIGTERM', 'SIGINT'] as const)('%s lets a request that is being served have its answer', async (signal) => {
    const { answer, kill, ended, err } = await serveSlowly(serve, '500ms')
    kill(signal)
    const { status } = await answer
    expect([status, await ended]).toEqual([200, 0])
    expect(err()).toContain('info: stopping: requests in progress may finish\n')
  })

  it('ends the program at once when it is the second', async () => {
    const { answer, kill, ended, err } = await serveSlowly(serve, '4s')
    const lost = answer.catch(String)
    kill('SIGTERM')
    await expect.poll(err, { interval: 10 }).toContain('info: stopping')
    // Two programs may stop the fake at once, so a second SIGTERM changes nothing.
    kill('SIGTERM')
    kill('SIGINT')
    expect([await ended, await lost]).toEqual([1, 'TypeError: fetch failed'])
  })
})
