import { beforeAll, describe, expect, it } from 'vitest'

import { describePages, getInProcess, startBuilt } from '../support/built-pages.ts'
import { sendTo } from '../support/guarding.ts'
import { anchorsOf, pages } from './page.ts'

/** The pages of the site, by the last parts of their addresses. */
const documents = new Map(
  pages
    .filter(({ path }) => path.startsWith('docs/'))
    .map(({ path, text }) => [path.replace(/^docs\/(?:README)?|\.md$/g, ''), text]),
)

const protection = {
  'cache-control': 'no-store',
  'content-security-policy': expect.stringMatching(/^default-src 'none'; script-src 'self'; style-src 'self'; /),
  'cross-origin-opener-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
}

describePages('the documents', (get) => {
  it.each([
    ['/docs/', 'text/html; charset=utf-8', '<h1 id="all-pages">'],
    ['/docs/configuration', 'text/html; charset=utf-8', '<h1 id="configuration">'],
    ['/@one/docs/configuration', 'text/html; charset=utf-8', '<h1 id="configuration">'],
    ['/docs/docs.css', 'text/css; charset=utf-8', '--surface:'],
    ['/docs/docs.js', 'text/javascript; charset=utf-8', 'search.json'],
    ['/docs/search.json', 'application/json', '"configuration#options"'],
    ['/docs/configuration.md', 'text/markdown; charset=utf-8', '# Configuration\n'],
    ['/@one/docs/README.md', 'text/markdown; charset=utf-8', '# All pages\n'],
    ['/docs/llms.txt', 'text/plain; charset=utf-8', '](getting-started.md)'],
    ['/llms.txt', 'text/plain; charset=utf-8', '](docs/getting-started.md)'],
    ['/skills/cloudsec-fake/SKILL.md', 'text/markdown; charset=utf-8', '](../../docs/rules.md)'],
  ])('are served at %s, without a key', async (path, type, part) => {
    const answer = await get(path)
    expect([answer.status, Object.fromEntries(answer.headers), await answer.text()]).toEqual([
      200,
      expect.objectContaining({ ...protection, 'content-type': type }),
      expect.stringContaining(part),
    ])
    const head = await get(path, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([200, type, ''])
  })

  it.each(['/docs', '/@one/docs'])('have a slash at the end of their address: %s', async (path) => {
    const { status, headers } = await get(path)
    expect([status, headers.get('location')]).toEqual([302, './docs/'])
  })

  it('lead an agent from one address to all that it reads', async () => {
    const linksIn = async (path: string): Promise<readonly string[]> =>
      [...(await (await get(path)).text()).matchAll(/\]\(([^)#:]+)/g)].map(
        ([, to = '']) => new URL(to, `http://a${path}`).pathname,
      )
    const named = await linksIn('/@one/llms.txt')
    expect(named.length).toBe(documents.size)
    const skill = named.find((path) => path.endsWith('SKILL.md')) ?? ''
    for (const path of [...named, ...(await linksIn('/docs/llms.txt')), ...(await linksIn(skill))]) {
      expect([path, (await get(path)).status]).toEqual([path, 200])
    }
  })

  const missing =
    'nothing ../package.json __proto__ pages.json.gz ci/ nothing.md ../README.md images.md .md ci.md/ ..%5CREADME.md'

  it.each(missing.split(' '))('say that there is no /docs/%s', async (name) => {
    const answer = await get(`/docs/${name.replace('..', '%2e%2e%2f')}`)
    expect([answer.status, answer.headers.get('content-security-policy')]).toEqual([404, expect.any(String)])
    expect(await answer.text()).toContain('no such page. /docs/ lists all')
  })

  it('leave other methods and other paths to the API, and what the API has to its documents', async () => {
    expect((await get('/docs/ci', { method: 'POST' })).status).toBe(401)
    for (const path of ['/docsx', '/skills', '/skills/x/SKILL.md', '/llms.txt/', '/LLMS.txt', '/README.md'])
      expect((await get(path)).status, path).toBe(401)
    expect((await get('/v1/docs/ci')).status).toBe(401)
    for (const path of ['/openapi.json', '/_control/openapi.json']) {
      expect(await (await get(path)).text()).not.toContain('"/docs')
    }
  })
})

describe('who gets the documents', () => {
  it('nobody who lets a name of his own lead to them', async () => {
    const { status, text } = await sendTo(await startBuilt(), { target: '/docs/ci', hosts: ['evil.example'] })
    expect([status, text]).toEqual([400, expect.stringContaining('"invalid_request"')])
  })

  it('everybody who may open the page: they need no control token, and make no sandbox', async () => {
    const fake = await startBuilt({ host: '0.0.0.0', controlToken: 'local-token' })
    expect((await fetch(`${fake.controlUrl}/clock`)).status).toBe(401)
    const { origin } = new URL(fake.baseUrl)
    for (const path of ['/docs/ci', '/@box/docs/ci']) expect((await fetch(origin + path)).status).toBe(200)
    expect((await fake.sandboxes.list()).map(({ name }) => name)).toEqual(['default'])
    expect(await fake.requests.list()).toEqual([])
  })
})

describe('the pages', () => {
  const texts = new Map<string, string>()
  beforeAll(async () => {
    const get = await getInProcess()
    for (const name of documents.keys()) texts.set(name, await (await get(`/docs/${name}`)).text())
  })

  const idsIn = (html = ''): readonly string[] => [...html.matchAll(/<h\d id="([^"]+)"/g)].map(([, id = '']) => id)

  it('are all there, with the anchors that their headings have on GitHub', () => {
    expect(documents.size).toBeGreaterThan(20)
    for (const [name, text] of documents) {
      expect(idsIn(texts.get(name)), name).toEqual(anchorsOf(text))
    }
  })

  it('lead to pages and headings that are there', () => {
    let count = 0
    for (const [name, html] of texts) {
      const main = html.replaceAll(/<pre.*?<\/pre>/gs, '')
      for (const [, href = ''] of main.matchAll(/ href="([^"]*)"/g)) {
        const [to = '', anchor] = href.split('#')
        if (to === '../' || to === 'docs.css' || href === '#main' || href.startsWith('https://')) continue
        const page = to === '' ? name : to.replace('./', '')
        expect(texts.has(page), `${name}: ${href}`).toBe(true)
        if (anchor !== undefined) expect(idsIn(texts.get(page)), `${name}: ${href}`).toContain(anchor)
        count += 1
      }
      expect(main, name).not.toMatch(/\.md["#)]|\]\(/)
    }
    expect(count).toBeGreaterThan(500)
  })

  it('name files of the package outside docs by their paths', () => {
    expect(texts.get('containers')).toContain('<p><code>deploy/compose.yaml</code> has a fake')
    expect(texts.get('getting-started')).toContain('(<code>README.md</code> of the package)')
  })

  it('have no script, style or picture of their own, and no link to them', () => {
    for (const [name, html] of texts) {
      expect(html.match(/<script[^>]*>/g), name).toEqual(['<script type="module" src="docs.js">'])
      expect(html.replaceAll(/<pre.*?<\/pre>/gs, ''), name).not.toMatch(/<style|<img|<picture|\son\w+=|\sstyle=|<!-- /)
    }
  })

  it('are found by their tasks and by each heading', async () => {
    const found: readonly { href: string }[] = JSON.parse(
      await (await (await getInProcess())('/docs/search.json')).text(),
    )
    const hrefs = found.map(({ href }) => href)
    const shown = [...texts].filter(([name]) => name !== '')
    const below = shown.flatMap(([name, html]) => idsIn(html).map((id, nth) => (nth === 0 ? name : `${name}#${id}`)))
    // The task is a second way to a page.
    expect(hrefs.toSorted()).toEqual([...below, ...shown.map(([name]) => name)].toSorted())
  })
})
