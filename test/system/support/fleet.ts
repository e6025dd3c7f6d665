import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))
export const main = join(root, 'dist/cli/main.cjs')
const files = { nginx: join(root, 'deploy/nginx.conf'), haproxy: join(root, 'deploy/haproxy.cfg') } as const

/** The balancers that a configuration is shipped for. */
export type Balancer = keyof typeof files

/** The ports in the configurations: of the balancer, of its state, and of the instances. */
const shipped: readonly number[] = [4747, 4749, 4801, 4802, 4803, 4804]

/** A balancer with its instances. */
export interface Fleet {
  /** The address of the balancer. */
  readonly url: string
  /** The address where HAProxy says how the fleet is. */
  readonly stateUrl: string
  /** The addresses of the instances. */
  readonly instances: readonly string[]
  /** The process of the balancer or of an instance, by its address. */
  readonly pidOf: (url: string) => number
  /** Ends an instance at once. */
  readonly kill: (instance: string) => Promise<void>
  /** Starts an instance that was ended. */
  readonly restart: (instance: string) => Promise<void>
  readonly close: () => Promise<void>
}

/** Starts four instances, and a balancer with the configuration that is shipped for it, on free ports. @param flagsOf more flags of an instance (none) */
export async function startFleet(
  balancer: Balancer,
  flagsOf: (number: number) => readonly string[] = () => [],
): Promise<Fleet> {
  const children = new Map<string, ChildProcess>()
  const start = async (url: string, command: string, args: readonly string[]): Promise<void> => {
    const env = { ...process.env, PATH: `${process.env['PATH']}:/usr/sbin` }
    const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'], env })
    children.set(url, child)
    let reason = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (reason += text))
    await until(async () => {
      if (hasEnded(child)) throw new Error(`${command} ended with ${child.exitCode}: ${reason}`)
      return (await statusOf(`${url}/_control/ready`)) === 200
    })
  }
  const end = async (url: string, signal: NodeJS.Signals): Promise<void> => {
    const child = children.get(url)
    if (child === undefined || hasEnded(child)) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  const [url = '', stateUrl = '', ...instances] = await freeAddresses(shipped.length)
  const startInstance = async (instance: string): Promise<void> => {
    const flags = ['--port', new URL(instance).port, '--clock', 'frozen', ...flagsOf(instances.indexOf(instance))]
    await start(instance, process.execPath, [main, 'start', ...flags])
  }
  const folder = await mkdtemp(join(tmpdir(), 'cloudsec-fake-'))
  const close = async (): Promise<void> => {
    // nginx ends its workers only where it ends in order.
    await Promise.all([end(url, 'SIGTERM'), ...instances.map((each) => end(each, 'SIGKILL'))])
    await rm(folder, { recursive: true })
  }
  try {
    const started = await Promise.allSettled(instances.map(startInstance))
    for (const each of started) if (each.status === 'rejected') throw each.reason
    const config = join(folder, 'balancer.cfg')
    await writeFile(config, moved(await readFile(files[balancer], 'utf8'), [url, stateUrl, ...instances], folder))
    await start(url, balancer, balancer === 'nginx' ? ['-c', config, '-g', 'daemon off;'] : ['-f', config])
  } catch (error) {
    await close()
    throw error
  }
  return {
    url,
    stateUrl,
    instances,
    pidOf: (each) => children.get(each)?.pid ?? 0,
    kill: async (instance) => await end(instance, 'SIGKILL'),
    restart: startInstance,
    close,
  }
}

/** A configuration with other addresses, and with its files in a folder. HAProxy looks at the instances more often. */
function moved(text: string, urls: readonly string[], folder: string): string {
  const shifted = text.replaceAll(/\b4[78]\d\d\b/g, (port) => new URL(urls[shipped.indexOf(Number(port))] ?? '').port)
  return shifted.replaceAll('/tmp/', `${folder}/`).replace('inter 2s', 'inter 50ms')
}

async function freeAddresses(count: number): Promise<readonly string[]> {
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

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null

/** Waits until something holds. */
export async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await wait(20)
}

/** The status of a GET; 0 where nothing answers. */
export async function statusOf(url: string): Promise<number> {
  try {
    const response = await fetch(url)
    await response.arrayBuffer()
    return response.status
  } catch {
    return 0
  }
}
