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

/** Runs in the page. @returns true once it shows one of some texts, in an element or in a field; false after 15 seconds */
function waitForText(texts: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const look = (): void => {
      const fields = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value)
      const all = [document.querySelector('main')?.innerText, ...fields].join('\n')
      if (texts.some((text) => all.includes(text))) end(true)
    }
    const observer = new MutationObserver(look)
    const timer = setTimeout(() => end(false), 15_000)
    const end = (isShown: boolean): void => {
      observer.disconnect()
      clearTimeout(timer)
      resolve(isShown)
    }
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
    look()
  })
}

/** Opens the place that shows a payload, which has to stand there as a text. */
async function expectText(page: Page, payload: string, { address, tab, text = payload }: Shown): Promise<void> {
  await page.evaluate((hash) => location.assign(hash), address)
  if (tab !== undefined) await page.getByRole('tab', { name: tab, exact: true }).click()
  // In a body it stands as JSON writes it.
  expect(await page.evaluate(waitForText, [text, JSON.stringify(text).slice(1, -1)]), `shows ${text}`).toBe(true)
  expect(await page.evaluate(findHarm), `harm by ${payload}`).toEqual(none)
}

const each = Object.values(payloads)

describeDashboard('a text from elsewhere is inert', (start) => {
  it.each(Object.entries(places))('in %s', async (_, store) => {
    const { fake, page, open } = await start()
    const stored: Shown[] = []
    for (const [number, payload] of each.entries()) stored.push(await store(fake, payload, number))
    await open()
    await settled(page)
    for (const [number, shown] of stored.entries()) await expectText(page, each[number] ?? '', shown)
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
