import type { Page } from '@playwright/test'
import { it } from 'vitest'

import { describeDashboard, expect } from './support/dashboard.ts'
import { payloads, places, type Shown } from './support/hostile.ts'
import { linkTo, settled, views } from './support/views.ts'

/** Runs in the page. @returns all that a payload did to it: it ran, became an element or an attribute, or hid the page */
function findHarm() {
  const frames = [...document.querySelectorAll('iframe')]
  const documents = [document, ...frames.map(({ srcdoc }) => new DOMParser().parseFromString(srcdoc, 'text/html'))]
  const made = documents.flatMap((one) => [...one.querySelectorAll('[data-xss]')].map(({ outerHTML }) => outerHTML))
  return { ran: Reflect.has(globalThis, '__xss'), made, isThere: document.querySelector('main')?.checkVisibility() }
}

const none = { ran: false, made: [], isThere: true }

/** Runs in the page. @returns true once it shows one of some texts, in an element or in a field; false if it does not */
async function waitForText(texts: readonly string[]): Promise<boolean> {
  for (let look = 0; look < 300; look += 1) {
    const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value)
    const all = [document.querySelector('main')?.innerText, ...fields].join('\n')
    if (texts.some((text) => all.includes(text))) return true
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return false
}

/** Opens the place that shows a payload. @returns if it stands there as a text, and what harm it did */
async function look(page: Page, payload: string, { address, tab, text = payload }: Shown) {
  await page.evaluate((hash) => location.assign(hash), address)
  if (tab !== undefined) await page.getByRole('tab', { name: tab, exact: true }).click()
  // In a body it stands as JSON writes it.
  const isShown = await page.evaluate(waitForText, [text, JSON.stringify(text).slice(1, -1)])
  return { isShown, ...(await page.evaluate(findHarm)) }
}

const each = Object.values(payloads)

describeDashboard('a text from elsewhere is inert', (start) => {
  it.each(Object.entries(places))('in %s', async (_, store) => {
    const { fake, page, open } = await start()
    const stored: Shown[] = []
    for (const [number, payload] of each.entries()) stored.push(await store(fake, payload, number))
    await open()
    await settled(page)
    for (const [number, shown] of stored.entries()) {
      const payload = each[number] ?? ''
      expect(await look(page, payload, shown), payload).toEqual({ isShown: true, ...none })
    }
  })

  it('in every view', async () => {
    const { fake, page, open } = await start()
    for (const store of Object.values(places)) {
      for (const [number, payload] of each.entries()) await store(fake, payload, number)
    }
    await open()
    for (const { link } of views) {
      await linkTo(page, link).click()
      await settled(page)
      expect(await page.evaluate(findHarm), link).toEqual(none)
    }
  })
})
