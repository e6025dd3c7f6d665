import { Agent } from 'node:http'

import { describe, expect, it } from 'vitest'

import { fetchBy, tell } from './support/conducting.ts'
import { serve as serveFake } from './support/remote.ts'

/** A fake with a client that asked a path which does not exist, in a sandbox. */
async function serve() {
  const { fake, on } = await serveFake()
  await tell(fake.sandbox('other'), fetch).get('/cloud/resource')
  return { fake, on: (...args: readonly string[]) => on('conduct', ...args) }
}

const found = [
  'warning matched-no-operation (1)  A request matched no operation of the API.',
  '  - No operation matches GET /v1/cloud/resource. Nearest: GET /v1/cloud/resources, GET /v1/cloud/resources/{id}. [0-1]',
  '  → Ask only the paths and methods that the document names.',
  '',
  '1 request judged',
  '',
].join('\n')

describe('cloudsec-fake conduct', () => {
  it('prints what it found, and exits with 3 for an error or a warning', async () => {
    const { fake, on } = await serve()
    expect(await on('--sandbox', 'other')).toEqual({ code: 3, out: found, err: '' })
    const json = await on('--sandbox', 'other', '--format', 'json')
    expect([json.code, JSON.parse(json.out)]).toEqual([3, await fake.sandbox('other').conduct()])
    expect(await on()).toEqual({ code: 0, out: '0 requests judged: nothing to say\n', err: '' })
  })

  it('judges all sandboxes', async () => {
    const { fake, on } = await serve()
    const text = `sandbox default\n\n0 requests judged: nothing to say\n\nsandbox other\n\n${found}`
    expect(await on('--sandboxes', 'all')).toEqual({ code: 3, out: text, err: '' })
    const { out } = await on('--sandboxes', 'all', '--format', 'json')
    const other = await fake.sandbox('other').conduct()
    expect(JSON.parse(out)).toEqual({ sandboxes: { default: await fake.conduct(), other } })
  })

  it('exits with 0 where all is allowed', async () => {
    const { on } = await serve()
    expect((await on('--sandbox', 'other', '--allow', 'gave-up,matched-no-operation')).code).toBe(0)
  })

  it('reads pauses by --poll-every', async () => {
    const { fake, on } = await serve()
    const story = tell(fake, fetchBy(new Agent({ keepAlive: true })))
    await story.get(await story.createJob(), '1s', '1s')
    expect((await on()).code).toBe(0)
    expect((await on('--poll-every', '1500ms')).out).toContain('warning polled-too-often (1)')
  })

  it.each([
    [['--allow', 'gave-in'], '--allow: "gave-in" is not one of '],
    [['--poll-every', 'often'], '--poll-every: "often" is not a duration'],
    [['--sandboxes', 'some'], "option '--sandboxes <all>' argument 'some' is invalid"],
  ])('refuses %j', async (flags, message) => {
    const { on } = await serve()
    const { code, out, err } = await on(...flags)
    expect([code, out, err.trimEnd().split('\n')]).toEqual([2, '', [expect.stringContaining(message)]])
  })
})
