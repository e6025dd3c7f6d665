import { beforeAll, describe, expect, it } from 'vitest'

import { builtPackage } from '../support/built.ts'
import { run } from '../support/consumer.ts'
import { writeFixtures } from '../support/fixtures.ts'
import { serve } from '../support/remote.ts'

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

it('a text that others wrote is escaped wherever it is printed, and colours stay', async () => {
  // What a terminal acts on: a colour, a title, the same in one byte, a deletion, marks of direction, a return.
  const hostile = '\u001b[31mred\u001b]0;title\u0007\u009b2J\u007f\u202egpj.exe\u2066\r\u0008'
  const shown = String.raw`\u001b[31mred\u001b]0;title\u0007\u009b2J\u007f\u202egpj.exe\u2066`
  const { fake, origin } = await serve()
  await fake.scenarios.define({ name: 'mine', description: hostile, rules: [] })
  const folder = await writeFixtures({ 'value.json': { clock: hostile } })
  for (const [args, says] of [
    [['--config', 'value.json'], shown],
    [[hostile], shown],
    [['scenario', 'show', 'mine', '--url', origin], 'gpj.exe'],
    [['scenario', 'show', 'mine', '--url', origin, '--format', 'json'], String.raw`\u202egpj.exe`],
  ] as const) {
    const { out, err } = await run(process.execPath, [main, ...args], folder)
    expect(out + err).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u)
    expect(out + err).toContain(says)
  }
  const { err } = await run(process.execPath, [main, hostile], folder, { FORCE_COLOR: '1' })
  expect(err).toBe(`\u001b[31mcloudsec-fake\u001b[39m: ${err.slice(err.indexOf('"'))}`)
  expect(err).toContain(shown)
})
