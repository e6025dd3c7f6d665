import { readdirSync } from 'node:fs'
import { join } from 'node:path'

import pLimit from 'p-limit'
import { expect, it } from 'vitest'

import { defaultProfile } from '../../src/core/assumptions/profile.ts'
import { createFake } from '../../src/index.ts'
import { command } from '../support/command.ts'
import { writeFixtures } from '../support/fixtures.ts'
import { answers, type Hostile, serveHostile } from '../support/hostile.ts'

const key = 'key-of-the-service-9f3a'

/** A time in which a command ends that neither waits nor loops. */
const patienceMs = 1000

/** What no terminal may get, and what only a defect says. */
const rawEscape = /(?!\n)\p{Cc}/u
const defect = /^\s+at |Maximum call stack|is not a function|URI malformed|undefined|\[object|TypeError|RangeError/m

/** Runs a command, with one Ctrl+C if it has not ended by itself. @returns what is wrong in what a person sees */
async function runFor(args: readonly string[], codes: readonly number[]): Promise<readonly string[]> {
  let interrupt = (): void => {}
  const timer = setTimeout(() => interrupt(), patienceMs)
  const { code, out, err } = await command(args, undefined, {
    onSignal: (tell) => {
      interrupt = () => tell('SIGINT')
    },
  })
  clearTimeout(timer)
  const isWrong = defect.test(out + err) || rawEscape.test(out + err) || !/^(?:cloudsec-fake: .*\n)*$/.test(err)
  return codes.includes(code) && !isWrong ? [] : [JSON.stringify({ code, out, err })]
}

/** Runs some work for every answer, a few at once. @returns what was wrong, by the answer */
async function withEach(work: (answer: Hostile) => Promise<readonly string[]>): Promise<readonly string[]> {
  const atOnce = pLimit(8)
  const found = Object.entries(answers).map(([name, answer]) =>
    atOnce(async () => (await work(answer)).map((problem) => `${name}: ${problem}`)),
  )
  return (await Promise.all(found)).flat()
}

it.each([
  ['capture', 0, ['-o', 'captured'], [0, 1, 130]],
  ['capture', 1, ['-o', 'captured'], [0, 1, 130]],
  ['resolve', 1, ['-o', 'found.json', '--write'], [0, 1, 3]],
  ['drift', 1, ['--assumptions', 'all.json'], [0, 1, 3]],
] as const)('%s ends well, after %d sound answers', async (name, soundAnswers, [flag, file, ...more], codes) => {
  const wrong = await withEach(async (answer) => {
    const { origin, asked } = await serveHostile(answer, soundAnswers)
    const folder = await writeFixtures({ 'all.json': defaultProfile })
    const flags = ['--base-url', `${origin}/v1`, '--api-key', key, '--rate', '1000', flag, join(folder, file), ...more]
    const problems = await runFor([name, ...flags], codes)
    const left = readdirSync(folder).filter((one) => one.startsWith('.'))
    return [...problems, ...left, ...(asked() < 2000 ? [] : [`${asked()} requests`])]
  })
  expect(wrong).toEqual([])
})

it.each([
  [['requests', 'list', '--url'], [1]],
  [
    ['wait', '--timeout', '100ms', '--url'],
    [0, 1],
  ],
] as const)('%j ends well', async (words, codes) => {
  const wrong = await withEach(async (answer) => {
    const { origin } = await serveHostile(answer)
    return await runFor([...words, origin], codes)
  })
  expect(wrong).toEqual([])
})

it('start --upstream answers once, and goes on', async () => {
  const wrong = await withEach(async (answer) => {
    const { origin } = await serveHostile(answer)
    const fake = await createFake({ upstream: `${origin}/v1`, upstreamKey: key })
    const headers = { Authorization: `Bearer ${fake.apiKey}` }
    const response = await fake.fetch(`${fake.baseUrl}/cloud/resources`, { headers })
    await response.arrayBuffer()
    const statuses = (await fake.requests.list()).map(({ status }) => status)
    await fake.close()
    return statuses.join() === `${response.status}` ? [] : [`${response.status}, ${statuses.join()}`]
  })
  expect(wrong).toEqual([])
})
