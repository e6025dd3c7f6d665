import { describe, expect, it } from 'vitest'

import { InputError, type RequestInfo } from '../../../src/index.ts'
import { knownResource, noon, unknownId } from '../../support/answers.ts'
import { command } from '../../support/command.ts'
import { describeTwoWays } from '../../support/control.ts'
import { holdTimers } from '../../support/held-timers.ts'

const list = '/cloud/resources'
const jobs = '/data/analysis/jobs'

/** The first so many of a stream. */
async function take(stream: AsyncIterable<RequestInfo>, count: number): Promise<RequestInfo[]> {
  const taken: RequestInfo[] = []
  for await (const request of stream) {
    taken.push(request)
    if (taken.length === count) break
  }
  return taken
}

describeTwoWays('following the journal', (open) => {
  it('gives requests as they come, also after a reset', async () => {
    const { fake, api } = await open()
    await api('GET', list)
    const taken = take(fake.requests.follow({ since: '0-0' }), 3)
    await api('GET', jobs)
    await fake.reset()
    await api('GET', `${list}/${knownResource.id}`)
    expect((await taken).map(({ id, operation }) => [id, operation])).toEqual([
      ['0-1', 'listResources'],
      ['0-2', 'listJobs'],
      ['1-1', 'getResource'],
    ])
  })

  it('gives only what is asked for', async () => {
    const { fake, api } = await open()
    const taken = take(fake.requests.follow({ status: 404, since: '0-0' }), 1)
    await api('GET', list)
    await api('GET', `${list}/${unknownId}`)
    expect((await taken).map(({ id }) => id)).toEqual(['0-2'])
  })

  it('begins at an instant, be there a request since or not', async () => {
    const { fake, api } = await open({ clock: noon })
    await api('GET', list)
    await fake.clock.set('2026-07-01T13:00:00Z')
    const taken = take(fake.requests.follow({ since: '2026-07-01T12:30:00Z' }), 1)
    await api('GET', jobs)
    expect((await taken).map(({ operation }) => operation)).toEqual(['listJobs'])
  })

  it('ends at once for a reader that has enough, and does not wait for its heartbeat', async () => {
    const { letGo } = holdTimers()
    const { fake, api } = await open()
    await api('GET', list)
    expect(await take(fake.requests.follow({ since: '0-0' }), 1)).toHaveLength(1)
    // The fake waits by a timer for what is under way when it closes.
    letGo()
  })

  it('ends on request, and with the fake', async () => {
    const { fake, api } = await open()
    const stop = new AbortController()
    const stopped = take(fake.requests.follow({ since: '0-0' }, { signal: stop.signal }), 5)
    await api('GET', list)
    stop.abort()
    expect((await stopped).length).toBeLessThan(2)
    // @ts-expect-error: no such operation
    const unknown = fake.requests.follow({ operation: 'listResource' })
    await expect(take(unknown, 1)).rejects.toBeInstanceOf(InputError)
  })
})

describe('requests in a terminal', () => {
  it('lists, shows, follows and clears', async () => {
    await command(['start', '--port', '0', '--clock', 'frozen'], async ({ baseUrl }) => {
      const headers = { Authorization: 'Bearer csf_full_access' }
      await fetch(`${baseUrl}/cloud/resources?limit=1`, { headers })
      await fetch(`${baseUrl}/cloud/resource`, { headers })
      const run = (...args: readonly string[]) => command(['requests', ...args, '--url', baseUrl])
      const listed = await run('list', '--status', '200')
      expect(listed.out.trim().split('\n')).toEqual([
        expect.stringMatching(/^ID +AT +REQUEST +STATUS +CODE +KEY +SCENARIOS$/),
        expect.stringMatching(/^0-1 +00:00:00\.000 +GET \/v1\/cloud\/resources\?limit=1 +200 +- +full-access$/),
      ])
      const one = await run('show', '0-2')
      expect(one.out).toMatch(/\noperation +-\n[^]*\nnearest +GET \/v1\/cloud\/resources/)
      expect(one.out).toContain('"authorization": "[redacted]"')
      expect((await run('--code', 'nothing')).code).toBe(2)
      expect((await run('show', '0-9')).err).toBe('cloudsec-fake: id: the journal has no request "0-9"\n')
      const followed = await command(['requests', '--follow', '--format', 'json', '--url', baseUrl], async () => {})
      expect(
        followed.out
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line).id),
      ).toEqual(['0-1', '0-2'])
      await run('clear')
      expect((await run('--format', 'json')).out).toBe('{\n  "items": []\n}\n')
    })
  })
})
