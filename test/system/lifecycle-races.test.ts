import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { expect, it, onTestFinished } from 'vitest'

import { freePort } from '../support/registry.ts'
import { main as built } from './support/listening.ts'

/** The program that was built, or the one that a variable names, such as that of an installed package. */
const main = process.env['PROGRAM'] ?? built

const races = Number(process.env['RACES'] ?? 14)

interface Race {
  readonly port: string
  /** From 0 to below 1, in another order in each round. */
  readonly chance: number
}

/** The programs of one user, who has a folder of its own for run files and logs. */
async function createUser() {
  const folder = await mkdtemp(join(tmpdir(), 'cloudsec-races-'))
  const env = { ...process.env, XDG_STATE_HOME: folder }
  const runs = join(folder, 'cloudsec-fake/runs')
  const cli = (...args: readonly string[]) =>
    new Promise<number>((resolve) => {
      execFile(process.execPath, [main, ...args], { env, cwd: folder }, (error) =>
        resolve(error === null ? 0 : Number(error.code ?? 99)),
      )
    })
  onTestFinished(async () => await rm(folder, { recursive: true, force: true }))
  return {
    cli,
    runs,
    start: (port: string) => cli('start', '--detach', '--port', port, '--print-url'),
    /** Begins a start in the background, and does not wait for it. */
    begin: (port: string) =>
      spawn(process.execPath, [main, 'start', '--detach', '--port', port], { env, cwd: folder, stdio: 'ignore' }),
    runFiles: async () => (await readdir(runs).catch(() => [])).filter((name) => name.endsWith('.json')),
    /** The processes that have the folder in their environment: those of this program. */
    alive: async (): Promise<readonly number[]> => {
      const found: number[] = []
      for (const name of await readdir('/proc')) {
        const environment = /^\d+$/.test(name) ? await readFile(`/proc/${name}/environ`, 'latin1').catch(() => '') : ''
        if (environment.includes(`XDG_STATE_HOME=${folder}\0`)) found.push(Number(name))
      }
      return found
    },
  }
}

type User = Awaited<ReturnType<typeof createUser>>

async function killOne({ runs, runFiles }: User): Promise<void> {
  const [name = ''] = await runFiles()
  const { pid } = JSON.parse(await readFile(join(runs, name), 'utf8'))
  process.kill(pid, 'SIGKILL')
}

async function startAtOnce(user: User, { port }: Race): Promise<void> {
  const codes = await Promise.all([user.start(port), user.start(port), user.start(port)])
  expect(codes.toSorted()).toEqual([0, 1, 1])
  expect(await user.cli('stop', '--port', port)).toBe(0)
}

async function stopDuringStart(user: User, { port, chance }: Race): Promise<void> {
  const started = user.start(port)
  await wait(chance * 1500)
  const stopped = await user.cli('stop', '--all')
  // Where both say that they did it, nothing runs. Where the stop came first, the fake runs.
  expect([`${await started} ${stopped}`]).toEqual([expect.stringMatching(/^[01] [01]$/)])
}

async function startAndStop(user: User, { port, chance }: Race): Promise<void> {
  const stop = async (): Promise<number> => {
    await wait(chance * 1000)
    return await user.cli('stop', '--port', port)
  }
  await Promise.all([user.start(port), stop(), user.start(port), stop()])
}

async function killAndStart(user: User, { port }: Race): Promise<void> {
  expect(await user.start(port)).toBe(0)
  await killOne(user)
  expect(await user.start(port)).toBe(0)
  expect(await user.cli('stop', '--port', port)).toBe(0)
}

async function takeItsId(user: User, { port }: Race, innocent: number): Promise<void> {
  expect(await user.start(port)).toBe(0)
  const [name = ''] = await user.runFiles()
  const path = join(user.runs, name)
  const text = await readFile(path, 'utf8')
  await killOne(user)
  await writeFile(path, text.replace(/"pid":\d+/, `"pid":${innocent}`))
  await Promise.all([user.cli('stop', '--port', port), user.start(port), user.cli('stop', '--all')])
}

async function stopTwice(user: User, { port }: Race): Promise<void> {
  expect(await user.start(port)).toBe(0)
  const codes = await Promise.all([user.cli('stop'), user.cli('stop', '--port', port)])
  expect(codes).toContain(0)
  expect(await user.cli('status')).toBe(1)
}

async function endStarter(user: User, { port, chance }: Race): Promise<void> {
  const starter = user.begin(port)
  await wait(chance * 1000)
  starter.kill(chance < 0.5 ? 'SIGKILL' : 'SIGTERM')
}

/** What users and their scripts do at once. Each ends with no fake, or with one that `stop` knows. */
const kinds = [startAtOnce, stopDuringStart, startAndStop, killAndStart, takeItsId, stopTwice, endStarter] as const

/** Runs some of the races one after another, as a user of its own. */
async function runRaces(rounds: readonly number[], innocent: ChildProcess): Promise<void> {
  const user = await createUser()
  for (const round of rounds) {
    const race = kinds[round % kinds.length] ?? startAtOnce
    await race(user, { port: String(await freePort()), chance: ((round * 7919) % 1000) / 1000 }, innocent.pid ?? 0)
    // One that still starts is known once it is ready.
    const left = async (): Promise<readonly number[]> => {
      await user.cli('stop', '--all')
      return await user.alive()
    }
    await expect.poll(left, { timeout: 60_000 }).toEqual([])
    expect([await user.cli('status'), await user.runFiles()], `round ${round}: ${race.name}`).toEqual([1, []])
    expect([innocent.exitCode, innocent.signalCode]).toEqual([null, null])
    figures[race.name] = (figures[race.name] ?? 0) + 1
  }
}

const figures: Record<string, number> = {}

/** The users at once, who know nothing of each other. */
const users = 2

it(
  `${races} races leave no fake that stop does not know, and end no other process`,
  async () => {
    const innocent = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
    onTestFinished(() => void innocent.kill('SIGKILL'))
    const rounds = Array.from({ length: races }, (_, round) => round)
    const shares = Array.from({ length: users }, (_, at) => rounds.filter((round) => round % users === at))
    await Promise.all(shares.map(async (share) => await runRaces(share, innocent)))
    process.stdout.write(`${JSON.stringify({ races, ...figures })}\n`)
    expect(Object.values(figures).reduce((sum, count) => sum + count, 0)).toBe(races)
  },
  races * 60_000,
)
