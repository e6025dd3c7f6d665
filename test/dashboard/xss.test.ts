import type { Page } from '@playwright/test'
import { it } from 'vitest'

import { describeDashboard, expect } from './support/dashboard.ts'
import { payloads, places } from './support/hostile.ts'
import { settled, views } from './support/views.ts'

/** Nothing ran, and nothing of a payload became an element or an attribute, in the page or in a frame of it. */
async function expectInert(page: Page): Promise<void> {
  const seen = await page.evaluate(() => ({
    ran: Reflect.get(globalThis, '__xss'),
    made: [...document.querySelectorAll('[data-xss]')].map(({ outerHTML }) => outerHTML),
    framed: [...document.querySelectorAll('iframe')].filter(({ srcdoc }) => {
      const parsed = new DOMParser().parseFromString(srcdoc, 'text/html')
      return parsed.querySelector('[data-xss], script') !== null
    }).length,
    title: document.querySelectorAll('nav').length,
  }))
  expect(seen).toEqual({ made: [], framed: 0, title: 1 })
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
        const timer = setTimeout(() => done(`not shown: ${document.querySelector('main')?.innerText}`), 5000)
        look()
      }),
    texts,
  )
  expect(shown).toBe(texts[0])
}

/** A text as the page may show it: as it stands, or as JSON writes it. */
const formsOf = (payload: string): readonly string[] => [
  payload,
  JSON.stringify(payload).slice(1, -1),
  payload.replaceAll(' ', '/'),
]

describeDashboard('a text from elsewhere is inert', (start) => {
  it.each(Object.entries(places))('in %s', async (_, store) => {
    const { fake, page, open } = await start({ allowWebhookHost: ['127.0.0.1'] })
    const stored: (readonly [string, string])[] = []
    for (const [number, payload] of Object.values(payloads).entries())
      stored.push([payload, await store(fake, payload, number)])
    await open()
    await settled(page)
    for (const [payload, address] of stored) {
      await page.evaluate((hash) => location.assign(hash), address)
      await expectShown(page, formsOf(payload))
      await expectInert(page)
    }
    for (const { link } of views) {
      await page.getByRole('link', { name: link, exact: true }).click()
      await settled(page)
      await expectInert(page)
    }
  })
})
