import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { describe, expect, it } from 'vitest'

import type { JsonObject } from '../../../src/core/lib/merge-patch.ts'
import { capture, newFolder } from '../../support/capturing.ts'
import { cli, usage } from '../../support/command.ts'
import { serveService } from '../../support/resolving.ts'

interface Strange {
  /** What answers a request instead; undefined for the usual answer. */
  readonly instead?: (path: string, sent: number) => { readonly status: number; readonly text: string } | undefined
  readonly pagination?: (all: JsonObject) => JsonObject | undefined
}

/** A service with a list of resources, which has items of any kind. */
function serveStrange(resources: readonly unknown[], { instead, pagination = (all) => all }: Strange = {}) {
  let sent = 0
  return serveService((incoming, outgoing) => {
    const { pathname, searchParams } = new URL(incoming.url ?? '', 'http://localhost')
    const answer = (status: number, text: string) =>
      outgoing.writeHead(status, { 'content-type': 'application/json' }).end(text)
    const other = instead?.(incoming.url ?? '', (sent += 1))
    if (other !== undefined) return answer(other.status, other.text)
    const [, id] = /\/resources\/(.+)$/.exec(pathname) ?? []
    const found = resources.find((one) => Object(one).id === decodeURIComponent(id ?? ''))
    if (found !== undefined) return answer(200, JSON.stringify({ status: 'success', data: found }))
    if (id !== undefined) return answer(404, error('resource_not_found'))
    const all = pathname.endsWith('/resources') ? resources : []
    const [limit, page] = [Number(searchParams.get('limit') ?? 20), Number(searchParams.get('page') ?? 1)]
    const pages = { total_items: all.length, total_pages: Math.max(1, Math.ceil(all.length / limit)) }
    return answer(
      200,
      JSON.stringify({
        status: 'success',
        data: all.slice((page - 1) * limit, page * limit),
        pagination: pagination({ ...pages, current_page: page, items_per_page: limit }),
      }),
    )
  })
}

const error = (code: string): string => JSON.stringify({ status: 'error', error: { code, message: '', details: '' } })

const resource = (more: JsonObject = {}): JsonObject => ({ id: randomUUID(), name: 'web', type: 'vm', ...more })

const some = (count: number, more: (at: number) => JsonObject = () => ({})) =>
  Array.from({ length: count }, (_, at) => resource(more(at)))

const hex = (): string => randomUUID().replaceAll('-', '')

const nested = (levels: number): unknown => JSON.parse(`${'{"a":'.repeat(levels - 1)}1${'}'.repeat(levels - 1)}`)

const unread = (count: number): string =>
  `\n${count} records of resources were skipped: not an object, an id that a URL can`

describe('captures', () => {
  it.each<[string, readonly unknown[], string, Strange?]>([
    ['ids of a long prefix', some(3, () => ({ id: `resource-${hex()}` })), '3 resources, 3 of them complete'],
    ['ids of a prefix of its own', some(3, () => ({ id: `vm-${hex()}` })), '3 resources, 3 of them complete'],
    [
      'numbers that are close to each other',
      some(900, (at) => ({ account: 100_000 + at * 7, cost: at / 10_000 })),
      '900 resources, 0',
    ],
    ['items that are none', ['a', 5, null, [], resource()], '1 resources of 5 that the service lists, 1'],
    ['records without an id', [resource({ id: 5 }), resource()], '1 resources of 2 that the service lists, 1'],
    ['a record of 1,000 levels', [resource({ a: nested(1000) }), resource()], unread(1)],
    ['half a character in an id', [resource({ id: 'a\uD800' }), resource()], unread(1)],
    ['ids that lead elsewhere', ['.', '..'].map((id) => resource({ id })).concat(resource()), unread(2)],
    ['a record of all levels that are read', [resource({ a: nested(89) })], '1 resources, 1 of them complete'],
    ['names of JavaScript', [resource({ ['__proto__']: 1, constructor: { a: 1 }, toString: 2 })], '1 resources, 1'],
    ['a list without pagination', some(250), '250 resources, 0', { pagination: () => undefined }],
    [
      'a list that names fewer pages',
      some(250),
      ' resources of 250 that the service lists',
      { pagination: (all) => ({ ...all, total_pages: 1 }) },
    ],
  ])('%s', async (_, resources, said, strange) => {
    const args = resources.length > 100 ? ['--lists-only'] : []
    const { code, out, err } = await capture(await serveStrange(resources, strange), ...args)
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain(said)
  })

  it('a list that repeats its first page for ever', async () => {
    const page = JSON.stringify({
      status: 'success',
      data: some(3),
      pagination: { total_items: 1e9, total_pages: 1e7, current_page: 1, items_per_page: 100 },
    })
    const isOfList = /\/resources\?/
    const baseUrl = await serveStrange([], {
      instead: (path) => (isOfList.test(path) ? { status: 200, text: page } : undefined),
    })
    expect(await capture(baseUrl, '--lists-only')).toMatchObject({ code: 0 })
  })

  it('no more of a list than it names, and says so', async () => {
    const pagination = (all: JsonObject): JsonObject => ({ ...all, total_items: 150 })
    const { code, out, err } = await capture(await serveStrange(some(350), { pagination }), '--lists-only')
    expect([code, out]).toEqual([0, expect.stringContaining('200 resources, 0 of them complete')])
    expect(err).toBe(
      'cloudsec-fake: the list of resources goes on after page 2, but is not read further: it names 150 records\n',
    )
  })

  it('into a folder whose parent is not there', async () => {
    const output = join(await newFolder(), 'a', 'b')
    const flags = ['--base-url', await serveStrange(some(1)), '--api-key', 'csf_full_access', '--rate', '1000']
    expect(await cli('capture', ...flags, '-o', output)).toMatchObject({ code: 0, err: '' })
  })

  it('symbols, and not as they are', async () => {
    const [emoji, braille, marks] = ['🔑🗝🔒🔓', '⠓⠑⠇⠇⠕', '!#$%^&*()_+']
    const { output, code } = await capture(await serveStrange(some(1, () => ({ name: emoji, braille, marks }))))
    expect(code).toBe(0)
    const written = readFileSync(join(output, 'resources.json'), 'utf8')
    expect([emoji, braille, marks].filter((text) => written.includes(text))).toEqual([])
  })
})

describe('stops, and writes nothing', () => {
  it.each<[string, number, string, (path: string, sent: number) => boolean, RegExp]>([
    [
      'a page of a proxy',
      200,
      '<html></html>',
      (path) => path.includes('page=2'),
      /page 2: expected a page of the doc/,
    ],
    [
      'a key that is refused',
      401,
      error('authentication_error'),
      (_, sent) => sent > 10,
      /no longer accepts the API key/,
    ],
  ])('%s', async (_, status, text, isIt, said) => {
    const baseUrl = await serveStrange(some(130), {
      instead: (path, sent) => (isIt(path, sent) ? { status, text } : undefined),
    })
    const { output, ...ended } = await capture(baseUrl)
    expect(ended).toEqual({ code: 1, out: '', err: expect.stringMatching(said) })
    expect(readdirSync(dirname(output))).toEqual([])
  })
})

it('refuses a file in place of the folder', async () => {
  const file = await newFolder()
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, 'mine')
  expect(await cli('capture', '-o', file)).toEqual(usage(`--output: "${file}" is not a folder`))
})

it('replaces nothing that came while it read', async () => {
  const output = await newFolder()
  const baseUrl = await serveStrange(some(1), {
    instead: () => {
      mkdirSync(output, { recursive: true })
      writeFileSync(join(output, 'mine.txt'), 'mine')
      return undefined
    },
  })
  const flags = ['--base-url', baseUrl, '--api-key', 'csf_full_access', '--rate', '1000', '-o', output]
  expect(await cli('capture', ...flags)).toEqual(usage(`--output: "${output}" is not empty; --force replaces it`))
  expect(existsSync(join(output, 'mine.txt'))).toBe(true)
})
