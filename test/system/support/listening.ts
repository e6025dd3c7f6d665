import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

/** The command line that was built. */
export const main = fileURLToPath(new URL('../../../dist/cli/main.cjs', import.meta.url))

/** Addresses on this machine where nothing listens. */
export async function freeAddresses(count: number): Promise<readonly string[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const urls = servers.map((server) => {
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('not an address of TCP')
    return `http://127.0.0.1:${address.port}`
  })
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  return urls
}

/** Starts a program, and waits until it answers for a fake at an address. */
export async function startAt(url: string, command: string, args: readonly string[]): Promise<ChildProcess> {
  const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` }
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'], env })
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`${command} ended with ${child.exitCode}`)
    return (await fetch(`${url}/_control/ready`).catch(() => undefined))?.status === 200
  })
  return child
}

/** Waits until something holds. */
async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await wait(20)
}
