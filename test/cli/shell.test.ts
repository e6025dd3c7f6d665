import { beforeAll, describe, expect, it } from 'vitest'

import { builtPackage } from '../support/built.ts'
import { run } from '../support/consumer.ts'

let main: string
beforeAll(async () => {
  main = (await builtPackage()).main
})

describe('colour', () => {
  const coloured = '\u001b[31mcloudsec-fake\u001b[39m: "nope" is not a command. cloudsec-fake --help lists them.\n'
  const plain = 'cloudsec-fake: "nope" is not a command. cloudsec-fake --help lists them.\n'

  it.each([
    [{}, plain],
    [{ FORCE_COLOR: '1' }, coloured],
    [{ FORCE_COLOR: '' }, coloured],
    [{ FORCE_COLOR: '0' }, plain],
    [{ FORCE_COLOR: '1', NO_COLOR: '1' }, coloured],
    [{ NO_COLOR: '1' }, plain],
  ])('of a pipe: %j', async (variables, err) => {
    expect(await run(main, ['nope'], '/', variables)).toEqual({ code: 2, out: '', err })
  })

  it('marks levels, statuses and headings, and leaves values as they are', async () => {
    const line = 'curl -s "$CLOUDSEC_BASE_URL/cloud/resources"; $0 clock --json; $0 requests list'
    const args = ['exec', '--clock', 'frozen', '--log-level', 'info', '--', 'sh', '-c', line, main]
    const { out, err } = await run(main, args, '/', { FORCE_COLOR: '1' })
    expect(err).toContain(
      '\u001b[36minfo\u001b[39m: GET /v1/cloud/resources → \u001b[33m401\u001b[39m authentication_error',
    )
    expect(out).toContain('{\n  "now": "2026-07-01T00:00:00.000Z",\n')
    const heading = out.split('\n').find((each) => each.includes('REQUEST')) ?? ''
    expect([heading.startsWith('\u001b[1mID '), heading.endsWith('\u001b[22m')]).toEqual([true, true])
  })
})
