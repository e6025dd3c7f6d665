import type { Page } from '@playwright/test'
import { it } from 'vitest'

import { describeDashboard, expect } from './support/dashboard.ts'
import { payloads, places, type Shown, withoutSpaces } from './support/hostile.ts'
import { linkTo, settled, views } from './support/views.ts'

/** Nothing ran, and nothing of a payload became an element or an attribute, in the page or in a frame of it. */
async function expectInert(page: Page): Promise<void> {
  const seen = await page.evaluate(() => ({
    ran: Reflect.has(globalThis, '__xss'),
    made: [...document.querySelectorAll('[data-xss]')].map(({ outerHTML }) => outerHTML),
    framed: [...document.querySelectorAll('iframe')].filter(({ srcdoc }) => {
      const parsed = new DOMParser().parseFromString(srcdoc, 'text/html')
      return parsed.querySelector('[data-xss], script') !== null
    }).length,
    isThere: document.querySelector('main')?.checkVisibility(),
  }))
  expect(seen).toEqual({ ran: false, made: [], framed: 0, isThere: true })
}

/** Waits until the page shows one of some texts, in an element or in a field. */
async function expectShown(page: Page, texts: readonly string[]): Promise<void> {
  const shown = await page.evaluate(
    (texts) =>
      new Promise<string>((resolve) => {
        const look = (): void => {
          const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value)
          const all = [document.querySelector('main')?.innerText, ...fields].join('\n')
          if (texts.some((text) => all.includes(text))) done(texts[0] ?? '')
        }
        const done = (text: string): void => {
          observer.disconnect()
          clearTimeout(timer)
          resolve(text)
        }
        const observer = new MutationObserver(look)
        observer.observe(document.body, { subtree: true, childList: true, characterData: true })
        const timer = setTimeout(() => done('not shown'), 5000)
        look()
      }),
    texts,
  )
  expect(shown).toBe(texts[0])
}

/** A text as the page may show it: as it stands, as JSON writes it, or as an address does. */
function formsOf(payload: string): readonly string[] {
  const { pathname, search } = new URL(`http://host/${withoutSpaces(payload)}?${withoutSpaces(payload)}`)
  return [payload, JSON.stringify(payload).slice(1, -1), pathname, search]
}

describeDashboard('a text from elsewhere is inert', (start) => {
  it.each(Object.entries(places))('in %s', async (_, store) => {
    const { fake, page, open } = await start({ allowWebhookHost: ['127.0.0.1'] })
    const stored: (readonly [string, Shown])[] = []
    for (const [number, payload] of Object.values(payloads).entries()) {
      stored.push([payload, await store(fake, payload, number)])
    }
    await open()
    await settled(page)
    for (const [payload, { address, tab }] of stored) {
      await page.evaluate((hash) => location.assign(hash), address)
      if (tab !== undefined) await page.getByRole('tab', { name: tab, exact: true }).click()
      await expectShown(page, formsOf(payload))
      await expectInert(page)
    }
    for (const { link } of views) {
      await linkTo(page, link).click()
      await settled(page)
      await expectInert(page)
    }
  })
})
