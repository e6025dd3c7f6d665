import { readdirSync, readFileSync, statSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'

import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'

import { describePages, libraryIn, startBuilt } from '../../support/built-pages.ts'
import { builtPackage } from '../../support/built.ts'
import { run } from '../../support/consumer.ts'
import { sendTo } from '../../support/guarding.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** The headers with which a browser asks for a page. */
const headers = { Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

const protection = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

const ofPage = {
  ...protection,
  'cache-control': 'no-store',
  'content-type': 'text/html; charset=utf-8',
  vary: 'Accept',
}

let folder: string
let page: string
/** The names of the files that the page is made of. */
let assets: readonly string[]

beforeAll(async () => {
  ;({ folder } = await builtPackage())
  const dashboard = join(folder, 'dist/dashboard')
  page = readFileSync(join(dashboard, 'index.html'), 'utf8')
  assets = readdirSync(join(dashboard, '_dashboard')).map((name) => name.replace(/\.gz$/, ''))
})

/** The headers of an answer that the server does not add. */
const headersOf = (answer: Response): unknown =>
  Object.fromEntries(
    [...answer.headers].filter(([name]) => !['connection', 'content-length', 'date', 'keep-alive'].includes(name)),
  )

describePages('the dashboard', (get) => {
  it.each(['/', '/@one/', '/?x=1'])('is the page at %s, for browsers', async (path) => {
    const answer = await get(path, { headers })
    expect([answer.status, headersOf(answer), await answer.text()]).toEqual([200, ofPage, page])
    const head = await get(path, { headers, method: 'HEAD' })
    expect([head.status, headersOf(head), await head.text()]).toEqual([200, ofPage, ''])
  })

  it.each([
    ['/@one', './@one/'],
    ['/@one?next=/a/b', './@one/?next=/a/b'],
  ])('has a slash at the end of its address: %s', async (path, location) => {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers: got } = await get(path, { headers, method })
      expect([status, got.get('location'), got.get('cache-control')]).toEqual([302, location, 'no-store'])
    }
    expect((await get(path, { headers, method: 'POST' })).status).toBe(401)
  })

  it('has its files below each address, to be kept for a year', async () => {
    const types: Record<string, string> = {
      css: 'text/css; charset=utf-8',
      js: 'text/javascript; charset=utf-8',
      svg: 'image/svg+xml',
    }
    expect(new Set(assets.map((name) => name.replace(/^.*\./, '')))).toEqual(new Set(Object.keys(types)))
    for (const path of assets.flatMap((name) => [`/_dashboard/${name}`, `/@one/_dashboard/${name}`])) {
      const answer = await get(path)
      expect([answer.status, headersOf(answer)]).toEqual([
        200,
        {
          ...protection,
          'cache-control': 'public, max-age=31536000, immutable',
          'content-type': types[path.replace(/^.*\./, '')],
        },
      ])
      const file = gunzipSync(readFileSync(join(folder, 'dist/dashboard', `${path.replace('/@one', '')}.gz`)))
      expect(Buffer.from(await answer.arrayBuffer()).equals(file), path).toBe(true)
      expect((await get(path, { method: 'HEAD' })).status).toBe(200)
      expect((await get(path, { method: 'POST' })).status).toBe(401)
    }
  })

  it.each([
    '/_dashboard/index.html',
    '/_dashboard/LICENCES.md',
    '/_dashboard/..%2f..%2fpackage.json',
    '/_dashboard/..%5cindex.html',
    '/_dashboard/index.html%00.js',
    '/_dashboard/__proto__',
    '/_dashboard/x.js',
  ])('has no file %s', async (path) => {
    const answer = await get(path, { headers })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([401, 'application/json'])
  })
})

describe('the page', () => {
  it('names its files by relative addresses, and has no script or style of its own', () => {
    const named = [...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address = '']) => address)
    expect(named.toSorted()).toEqual(expect.arrayContaining([expect.stringMatching(/^\.\/_dashboard\/.+\.js$/)]))
    for (const address of named) expect(assets).toContain(address.replace(/^\.\/_dashboard\//, ''))
    expect(page).not.toMatch(/<script(?![^>]* src=)|<style|\son\w+=|\sstyle=/)
  })

  it('takes less than 70 KB at first, and its editor less than 180 KB, compressed', () => {
    const sizes = assets.map((name) => statSync(join(folder, 'dist/dashboard/_dashboard', `${name}.gz`)).size)
    const isFirst = assets.map((name) => page.includes(name))
    const first = sizes.filter((_, at) => isFirst[at]).reduce((sum, size) => sum + size, gzipSync(page).length)
    const later = sizes.filter((_, at) => !isFirst[at])
    expect(first, `${first} bytes`).toBeLessThan(70_000)
    expect(later.length, 'files that load later').toBe(1)
    expect(later[0], `${later[0]} bytes`).toBeLessThan(180_000)
  })

  it('and its files are for nobody who lets a name of his own lead to them', async () => {
    const fake = await startBuilt()
    const accept = 'Accept: text/html'
    expect((await sendTo(fake, { headers: [accept] })).text).toBe(page)
    for (const target of ['/', '/@one/', '/@one', `/_dashboard/${assets[0]}`, `/@one/_dashboard/${assets[0]}`]) {
      const { status, text } = await sendTo(fake, { target, headers: [accept], hosts: ['evil.example'] })
      expect([status, text]).toEqual([400, expect.stringContaining('"invalid_request"')])
    }
  })

  it.each(['/_dashboard/../LICENCES.md', '/_dashboard/../../../package.json', '/../package.json'])(
    'has no file outside its folder, as bytes of a request: %s',
    async (target) => {
      const fake = await startBuilt()
      const { status, headers: got } = await sendTo(fake, { target })
      expect([status, got.get('content-type')]).toEqual([401, 'application/json'])
    },
  )

  it('needs no control token, and has none in it', async () => {
    const fake = await startBuilt({ host: '0.0.0.0', controlToken: 'local-token' })
    expect((await fetch(`${fake.controlUrl}/clock`)).status).toBe(401)
    const answer = await fetch(fake.dashboardUrl, { headers })
    expect([answer.status, await answer.text()]).toEqual([200, page])
  })

  it('is served by the library as CommonJS', async () => {
    const text = `
      const { createFake } = require(${JSON.stringify(join(folder, 'dist/cjs/index.js'))})
      void createFake().then(async ({ app }) => {
        const answer = await app.request('/', { headers: { Accept: 'text/html' } })
        process.stdout.write(await answer.text())
      })
    `
    expect(await run(process.execPath, ['--eval', text], tmpdir())).toEqual({ code: 0, out: page, err: '' })
  })

  it('is a text where it was not built', async () => {
    const lacking = await mkdtemp(join(root, 'node_modules', '.built-'))
    onTestFinished(() => rm(lacking, { recursive: true }))
    await cp(folder, lacking, { recursive: true })
    for (const part of ['dashboard', 'docs']) await rm(join(lacking, 'dist', part), { recursive: true })
    const fake = await (await libraryIn(lacking)).createFake()
    for (const path of ['/', '/@one']) {
      const answer = await fake.app.request(path, { headers })
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
    }
    expect((await fake.app.request(`/_dashboard/${assets[0]}`)).status).toBe(401)
    const docs = await fake.app.request('/docs/ci')
    expect([docs.status, await docs.text()]).toEqual([404, '`npm run build` makes the pages of /docs\n'])
  })
})
