import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { connect, type Fake } from 'cloudsec-fake'
import { expect, it, onTestFinished } from 'vitest'

import { freeAddresses, main, startAt } from './support/listening.ts'
import { has } from './support/programs.ts'

const list = '/v1/cloud/resources?limit=3'
const names = ['a', 'b-2', 'checkout', 'worker-1', 'worker-2', 'worker-3', '0', 'x'.repeat(63)]

type Way = (name: string, key: string) => readonly [path: string, headers?: Readonly<Record<string, string>>]

/** Ways to name a sandbox. */
const ways: readonly Way[] = [
  (name) => [`/@${name}${list}`],
  (name) => [`/@%${name.charCodeAt(0).toString(16)}${name.slice(1)}${list}`],
  (name, key) => [
    `/@${name}${list}`,
    { 'X-Fake-Sandbox': 'other', baggage: 'cloudsec-sandbox=a%2Db', Authorization: `Bearer ${key}` },
  ],
  (name) => [list, { 'X-Fake-Sandbox': name, baggage: 'cloudsec-sandbox=other' }],
  (name) => [list, { baggage: `a=cloudsec-sandbox, cloudsec-sandbox = ${name} ;p=1 , b=2` }],
  (name) => [list, { baggage: `a=%20,cloudsec-sandbox=%41,cloudsec-sandbox=${name};p=%20,b=%20` }],
  (name) => [list, { 'X-Fake-Sandbox': 'No Name', baggage: `cloudsec-sandbox=${name}` }],
  (_, key) => [list, { Authorization: `bearer  ${key}` }],
  (_, key) => [
    `${list}&at=/@other/`,
    { Authorization: `Bearer ${key}`, baggage: 'cloudsec-sandbox=other,cloudsec-sandbox=No', 'X-Fake-Sandbox': '' },
  ],
]

/** Requests to `default`. */
const plain: readonly ReturnType<Way>[] = [
  [list],
  [list, { Authorization: `Bearer csf_A_${'0'.repeat(32)}` }],
  [list, { baggage: 'a=cloudsec-sandbox=other,b=1;cloudsec-sandbox=other' }],
  [`/@default${list}`],
]

/** The ports in the configuration: of nginx, and of the instances. */
const shipped = ['4747', '4801', '4802', '4803', '4804']

/** Starts four instances, and nginx with the configuration that is shipped, on free ports. */
async function start() {
  const urls = await freeAddresses(shipped.length)
  const [url = '', ...instances] = urls
  const folder = await mkdtemp(join(tmpdir(), 'cloudsec-fake-'))
  const children: ChildProcess[] = []
  onTestFinished(async () => {
    for (const child of children.toReversed()) {
      // nginx ends its workers only if it ends in order.
      if (child.kill('SIGTERM')) await once(child, 'exit')
    }
    await rm(folder, { recursive: true })
  })
  const startInstance = (instance: string) =>
    startAt(instance, process.execPath, [main, 'start', '--log-level', 'warn', '--port', new URL(instance).port])
  children.push(...(await Promise.all(instances.map(startInstance))))
  const config = join(folder, 'nginx.conf')
  const text = await readFile(new URL('../../deploy/nginx.conf', import.meta.url), 'utf8')
  const moved = text.replaceAll(/\b4[78]\d\d\b/g, (port) => new URL(urls[shipped.indexOf(port)] ?? '').port)
  await writeFile(config, moved.replaceAll('/tmp/', `${folder}/`))
  children.push(await startAt(url, 'nginx', ['-c', config, '-g', 'daemon off;']))
  return { url, instances: await Promise.all(instances.map((instance) => connect(instance))), children }
}

it.skipIf(!has('nginx'))('nginx leads each sandbox to one of four instances, however a request names it', async () => {
  const { url, instances, children } = await start()
  const behind = await connect(url)
  const get = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
    const response = await fetch(url + path, { headers: { Authorization: 'Bearer csf_full_access', ...headers } })
    return [response.status, await response.text()] as const
  }
  const homesOf = async (name: string): Promise<readonly Fake[]> => {
    const lists = await Promise.all(instances.map(({ sandboxes }) => sandboxes.list()))
    return instances.filter((_, i) => lists[i]?.some((sandbox) => sandbox.name === name))
  }
  const homes = new Map<string, Fake>()
  for (const name of names) {
    const { secret } = await behind.sandbox(name).keys.create({ name: 'k' })
    for (const way of ways) await get(...way(name, secret))
    const [home, ...others] = await homesOf(name)
    expect([name, others]).toEqual([name, []])
    expect(await home?.sandbox(name).requests.list()).toHaveLength(ways.length)
    expect(await behind.sandbox(name).requests.list()).toHaveLength(ways.length)
    if (home !== undefined) homes.set(name, home)
  }
  expect(new Set(homes.values()).size).toBeGreaterThan(1)
  for (const name of ['other', 'No', 'A']) expect(await homesOf(name)).toEqual([])

  for (const [path, headers] of plain) await get(path, headers)
  const counts = await Promise.all(instances.map(async ({ requests }) => (await requests.list()).length))
  expect(counts.filter((count) => count > 0)).toEqual([plain.length])

  await expect(behind.sandboxes.create()).rejects.toThrow('POST /@NAME/_control/sandboxes')
  const [refused, why] = await get(list, { baggage: 'cloudsec-sandbox=worker%2D1' })
  expect([refused, why]).toEqual([400, expect.stringContaining('baggage: a balancer does not decode the name')])

  const lost = homes.get('checkout') ?? expect.fail('no home')
  const child = children[instances.indexOf(lost)] ?? expect.fail('no process')
  child.kill('SIGKILL')
  await once(child, 'exit')
  for (const [name, home] of homes) {
    const [status, text] = await get(`/@${name}${list}`)
    if (home !== lost) expect([name, status]).toEqual([name, 200])
    else expect([status, text]).toEqual([503, expect.stringContaining(`the instance of the sandbox ${name} does not`)])
  }
})
