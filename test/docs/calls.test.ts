import { createServer } from 'node:http'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { connect, createFake, type Fake, type LocalFake } from '../../src/index.ts'
import { command } from '../support/command.ts'
import { inCode, itemsOf, page, rowsOf, section } from './page.ts'

/** Cells of the page on calls, each as its pieces of code. */
const rows = rowsOf(page('docs/calls.md').text).map((cells) => cells.map(inCode))

const column = (place: number): readonly string[] => rows.flatMap((cells) => cells[place] ?? [])

const areas = ['resources', 'assessments', 'jobs'] as const

/** A request without its query and its body. */
const withoutInput = (request: string): string => request.replace(/[?{].*/, '').trim()

/** What stands for each area, once for each. */
const inAreas = (text: string): readonly string[] =>
  text.includes('AREA') ? areas.map((area) => text.replace('AREA', area)) : [text]

let fake: LocalFake
beforeAll(async () => {
  fake = await createFake()
})
afterAll(async () => await fake.close())

describe('the page on calls', () => {
  it('has each request of the control plane', async () => {
    const form = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
    const { paths } = form.parse(await (await fake.fetch(`${fake.controlUrl}/openapi.json`)).json())
    const known = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace('{name}', 'ID')}`),
    )
    const shown = column(3)
      .flatMap(inAreas)
      .map((request) => withoutInput(request).replace('NAME', 'ID'))
    expect(shown.toSorted()).toEqual(known.toSorted())
  })

  it('has each call of a sandbox and of the fake, and the page on programs what else they have', () => {
    const shown = column(0)
      .flatMap(inAreas)
      .map((call) => call.replace(/\(.*/, ''))
    const items = itemsOf(section(page('docs/programs.md'), 'A sandbox')).flatMap(([cell = '']) => inCode(cell))
    const others = [
      ...items.map((item) => item.replace('()', '')),
      ...'sandbox controlToken fetch close app'.split(' '),
    ]
    const known = Object.entries(fake).flatMap(([name, value]: [string, unknown]) => {
      const isGroup = typeof value === 'object' && value !== null && !others.includes(name)
      return isGroup ? Object.keys(value).map((call) => `${name}.${call}`) : [name]
    })
    expect([...new Set([...shown, ...others])].toSorted()).toEqual(known.toSorted())
  })

  it('has each command for a running fake', async () => {
    const apart = 'start status stop exec init check capture resolve drift sweep mcp'.split(' ')
    const names = (await commandsIn()).filter((name) => !apart.includes(name))
    const known = await Promise.all(
      names.map(async (name) => {
        const inner = await commandsIn(name)
        return inner.length === 0 ? [name] : inner.map((each) => `${name} ${each}`)
      }),
    )
    const others = itemsOf(section(page('docs/control-plane.md'), 'In a terminal')).flatMap(([cell = '']) =>
      inCode(cell),
    )
    expect([...column(4), ...others].toSorted()).toEqual(known.flat().toSorted())
  })

  it('has beside each call of JavaScript the request that it sends', async () => {
    const asked: string[] = []
    const server = createServer((request, response) => {
      const path = decodeURIComponent(request.url ?? '')
        .replace('/@x', '')
        .replace('/_control', '')
        .replace(/\?.*/, '')
      asked.push(`${request.method} ${path || '/'}`)
      response.writeHead(asked.length === 1 ? 200 : 500, { 'Content-Type': 'application/json' })
      response.end(asked.length === 1 ? overview : '{}')
    })
    const overview = await (await fake.fetch(fake.controlUrl)).text()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const port = z.object({ port: z.int() }).parse(server.address()).port
    const client = await connect(`http://127.0.0.1:${port}`)
    for (const [calls = [], , , [request = ''] = []] of rows) {
      for (const call of calls.map((text) => text.replace('AREA', 'resources'))) {
        asked.length = 1
        await send(client, call)
        const shown = withoutInput(request.replace('AREA', 'resources')).replace(/ID|NAME/, 'x')
        expect([call, asked[1]]).toEqual([call, shown])
      }
    }
    server.close()
  })
})

/** Makes a call, which is refused. */
async function send(client: Fake, call: string): Promise<void> {
  if (call === 'requests.follow({…})') {
    const followed = client.requests.follow()[Symbol.asyncIterator]()
    await followed.next().catch(() => {})
    return
  }
  const [, path = '', given = ''] = /^([\w.]+)\((.*)\)$/.exec(call) ?? []
  const args = given === '' ? [] : given.split(', ').map((arg) => (arg === '{…}' ? {} : 'x'))
  const [name = '', owner] = path.split('.').toReversed()
  const target: unknown = owner === undefined ? client : Reflect.get(client, owner)
  const method: unknown = Reflect.get(Object(target), name)
  if (typeof method !== 'function') throw new Error(`${call}: no such call`)
  await Promise.resolve(Reflect.apply(method, target, args)).catch(() => {})
}

/** The names of the commands in a help text. */
async function commandsIn(...words: readonly string[]): Promise<readonly string[]> {
  const [, listed = ''] = (await command([...words, '--help'])).out.split(/(?:Commands|Every day):\n/)
  const names = [...listed.matchAll(/^ {2}(\w\S*)/gm)].map(([, name = '']) => name)
  return names.filter((name) => name !== 'help')
}
