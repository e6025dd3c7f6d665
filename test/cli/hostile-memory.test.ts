import { spawn } from 'node:child_process'
import { once } from 'node:events'

import { expect, it, onTestFinished } from 'vitest'

import { builtPackage } from '../support/built.ts'
import { writeFixtures } from '../support/fixtures.ts'
import { answers, type Hostile, serveHostile } from '../support/hostile.ts'

/** Says at the end how much memory a process took at most, in MiB. */
const tell = `data:text/javascript,${encodeURIComponent(`
  let most = 0
  const look = () => (most = Math.max(most, process.memoryUsage.rss() / 1048576))
  setInterval(look, 5).unref()
  process.on('exit', () => console.error('most', look()))
`)}`

/** Runs the built program. @returns what it wrote, and the most memory that it took, in MiB */
async function runBuilt(args: readonly string[], folder: string) {
  const { main } = await builtPackage()
  const child = spawn(process.execPath, ['--import', tell, main, ...args], {
    cwd: folder,
    env: { ...process.env, XDG_STATE_HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let err = ''
  child.stderr.on('data', (chunk) => (err += String(chunk)))
  const [code] = await once(child, 'close')
  const [line = '', most] = err.split('most ')
  return { code, line, mib: Number(most) }
}

const [bombed = expect.fail(), endless = expect.fail()] = ['a gzip bomb', 'an endless body'].map(
  (name): Hostile => answers[name] ?? expect.fail(name),
)

const service = ['--api-key', 'key-of-the-service', '--base-url']

it.each<[string, Hostile, readonly string[], number, RegExp]>([
  ['capture', bombed, [...service, 'ORIGIN/v1', '-o', 'captured'], 300, /no answer: it has more than 16777216 bytes$/],
  ['resolve', bombed, [...service, 'ORIGIN/v1'], 300, /no answer: it has more than 16777216 bytes$/],
  ['drift', bombed, [...service, 'ORIGIN/v1'], 300, /no answer: it has more than 16777216 bytes$/],
  ['start', endless, ['--port', 'PORT'], 150, /another program listens there/],
  ['requests', endless, ['list', '--url', 'ORIGIN'], 700, /cannot be read: it has more than 268435456 bytes$/],
  ['wait', endless, ['--timeout', '1s', 'ORIGIN'], 150, /ready/],
])('%s takes little memory for much that is sent', async (name, answer, args, most, said) => {
  const { origin } = await serveHostile(answer)
  const words = args.map((word) => word.replace('ORIGIN', origin).replace('PORT', new URL(origin).port))
  const { code, line, mib } = await runBuilt([name, ...words], await writeFixtures({}))
  if (name !== 'wait') expect([code, line.trimEnd()]).toEqual([1, expect.stringMatching(said)])
  expect(mib).toBeLessThan(most)
})
