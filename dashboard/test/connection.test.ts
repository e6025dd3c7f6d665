import type { BrowserContext, Page } from '@playwright/test'
import { startFake } from 'cloudsec-fake'
import { it, onTestFinished } from 'vitest'

import { describeDashboard, expect } from './support/dashboard.ts'
import { seedTraffic } from './support/traffic.ts'
import { connectionOf, settled } from './support/views.ts'

/** Opens further windows of a page. */
async function openWindows(context: BrowserContext, address: string, count: number): Promise<readonly Page[]> {
  const pages = await Promise.all(Array.from({ length: count }, () => context.newPage()))
  await Promise.all(pages.map((page) => page.goto(address)))
  return pages
}

/** Collects which windows ask for a stream. */
function streamsOf(context: BrowserContext): readonly Page[] {
  const asked: Page[] = []
  context.on('request', (request) => {
    if (request.url().includes('/requests/stream')) asked.push(request.frame().page())
  })
  return asked
}

/** Has the windows of a context do as in one that is not secure: they have no locks. */
const withoutLocks = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    Object.defineProperty(globalThis, 'isSecureContext', { value: false })
    Object.defineProperty(Navigator.prototype, 'locks', { value: undefined })
  })

/** Hides a window, or shows it again. */
const turn = (page: Page, state: DocumentVisibilityState): Promise<void> =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'visibilityState', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, state)

const rowsOf = (page: Page) => page.getByRole('grid', { name: 'Requests' })

/** Reads the paths of the requests that a window shows, the newest first. */
const pathsIn = (page: Page): Promise<readonly string[]> =>
  rowsOf(page)
    .getByRole('gridcell')
    .evaluateAll((cells) => cells.flatMap(({ textContent }) => /\/marker-\d+$/.exec(textContent)?.[0] ?? []))

describeDashboard('the connection', (start) => {
  it('is lost in each window with the fake, and comes back with a new one that has other contents', async () => {
    const { fake, context, page, origin, open, allow } = await start()
    allow(/net::ERR_/)
    await seedTraffic(fake, 3)
    await open('#/traffic')
    await settled(page)
    const [other] = await openWindows(context, `${origin}/@box/#/traffic`, 1)
    if (other === undefined) throw new Error('no window opened')
    await expect(connectionOf(other)).toHaveText('Live')
    const requests = page.getByRole('grid', { name: 'Requests' })
    await expect(requests).toContainText('/v1/security/assessments')

    await fake.close()
    for (const each of [page, other]) {
      await expect(connectionOf(each)).toHaveText('Reconnecting')
      await expect(each.getByRole('alert')).toContainText('does not answer')
    }

    const next = await startFake({ clock: 'frozen', port: Number(new URL(origin).port) })
    onTestFinished(async () => await next.close())
    await next.scenarios.on('slow')
    await next.fetch(`${next.baseUrl}/cloud/never-heard-of`)
    await expect(connectionOf(page)).toHaveText('Live')
    await expect(page.getByRole('alert')).toBeHidden()
    await expect(requests).toContainText('/v1/cloud/never-heard-of')
    await expect(requests).not.toContainText('/v1/security/assessments')
    await expect(page.getByRole('banner').getByRole('link', { name: 'slow' })).toBeVisible()
  })

  it('survives a reset, which empties the list', async () => {
    const { fake, page, open } = await start()
    await seedTraffic(fake, 3)
    await open('#/traffic')
    await settled(page)
    const requests = page.getByRole('grid', { name: 'Requests' })
    await fake.reset()
    await fake.fetch(`${fake.baseUrl}/cloud/never-heard-of`)
    await expect(requests).toContainText('/v1/cloud/never-heard-of')
    await expect(requests).not.toContainText('/v1/security/assessments')
    await expect(connectionOf(page)).toHaveText('Live')
  })

  it('is one for twelve windows, and another window takes over without a loss', async () => {
    const { fake, context, page, origin, open } = await start()
    const streams = streamsOf(context)
    await open('#/traffic')
    await settled(page)
    const pages = [page, ...(await openWindows(context, `${origin}/#/traffic`, 11))]
    for (const each of pages) await expect(connectionOf(each)).toHaveText('Live')
    expect(streams.length).toBe(1)

    const markers: string[] = []
    const mark = async (): Promise<void> => {
      markers.unshift(`/marker-${markers.length}`)
      await fake.fetch(`${fake.baseUrl}${markers[0]}`)
    }
    await mark()
    for (const each of pages) await expect(rowsOf(each)).toContainText('/marker-0')

    const closing = page.close()
    for (let sent = 0; sent < 20; sent += 1) await mark()
    await closing
    const left = pages.slice(1)
    for (const each of left) await expect.poll(() => pathsIn(each)).toEqual(markers)
    for (const each of left) await expect(connectionOf(each)).toHaveText('Live')
    expect(streams.length).toBe(2)

    const [late] = await openWindows(context, `${origin}/#/traffic`, 1)
    if (late === undefined) throw new Error('no window opened')
    await mark()
    await expect.poll(() => pathsIn(late)).toEqual(markers)
    expect(streams.length).toBe(2)
  })

  it('goes to another window with the stream when the first is hidden, and comes back with the window', async () => {
    const { fake, context, page, origin, open } = await start()
    const streams = streamsOf(context)
    await open('#/traffic')
    await settled(page)
    const [other] = await openWindows(context, `${origin}/#/traffic`, 1)
    if (other === undefined) throw new Error('no window opened')
    await expect(connectionOf(other)).toHaveText('Live')
    await fake.fetch(`${fake.baseUrl}/marker-0`)
    await expect.poll(() => pathsIn(other)).toEqual(['/marker-0'])
    await turn(page, 'hidden')
    await expect.poll(() => streams.length).toBe(2)
    await fake.fetch(`${fake.baseUrl}/marker-1`)
    await expect.poll(() => pathsIn(other)).toEqual(['/marker-1', '/marker-0'])
    expect(await pathsIn(page)).toEqual(['/marker-0'])
    await turn(page, 'visible')
    await expect.poll(() => pathsIn(page)).toEqual(['/marker-1', '/marker-0'])
    expect(streams.map((each) => each === page)).toEqual([true, false])
  })

  it('is taken from a window that tells the others nothing', async () => {
    const { fake, context, page, origin, open } = await start()
    await page.addInitScript(() => {
      const { prototype } = BroadcastChannel
      const send: unknown = Reflect.get(prototype, 'postMessage')
      const value = function post(this: BroadcastChannel, message: unknown): void {
        if (document.title !== 'mute' && typeof send === 'function') Reflect.apply(send, this, [message])
      }
      Object.defineProperty(prototype, 'postMessage', { value })
    })
    await open('#/traffic')
    await settled(page)
    const other = await context.newPage()
    // Its 40 seconds without a word pass when the test says so.
    await other.addInitScript(() => {
      const { setTimeout } = globalThis
      const value = (work: () => void, ms: number) => {
        if (ms !== 40_000) return setTimeout(work, ms)
        document.addEventListener('silence', work)
        return 0
      }
      Object.defineProperty(globalThis, 'setTimeout', { value })
    })
    await other.goto(`${origin}/#/traffic`)
    await expect(connectionOf(other)).toHaveText('Live')
    await page.evaluate(() => {
      document.title = 'mute'
    })
    await fake.fetch(`${fake.baseUrl}/marker-0`)
    await expect(page.getByRole('main')).toContainText('/marker-0')
    await expect(other.getByRole('main')).not.toContainText('/marker-0')
    await other.evaluate(() => document.dispatchEvent(new Event('silence')))
    await expect(other.getByRole('main')).toContainText('/marker-0')
    await page.reload()
    await fake.fetch(`${fake.baseUrl}/marker-1`)
    for (const each of [page, other]) await expect.poll(() => pathsIn(each)).toEqual(['/marker-1', '/marker-0'])
  })

  it('is one of its own for each window of a page that is no secure context', async () => {
    const { fake, context, page, origin, open, allow } = await start()
    allow(/net::ERR_/)
    await withoutLocks(context)
    const streams = streamsOf(context)
    await open('#/traffic')
    const [other] = await openWindows(context, `${origin}/#/traffic`, 1)
    if (other === undefined) throw new Error('no window opened')
    await fake.fetch(`${fake.baseUrl}/marker-0`)
    for (const each of [page, other]) await expect.poll(() => pathsIn(each)).toEqual(['/marker-0'])
    expect(new Set(streams)).toEqual(new Set([page, other]))

    await other.route(/_control/, (route) => route.abort())
    await other.reload()
    await expect(connectionOf(other)).toHaveText('Reconnecting')
    await expect(other.getByRole('alert')).toContainText('or other windows have all connections')
    await other.unroute(/_control/)
    await expect(connectionOf(other)).toHaveText('Live')
  })
})
