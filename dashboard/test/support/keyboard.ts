import type { Locator, Page } from '@playwright/test'

import { expect } from './browser.ts'

/** Presses Tab (or Shift+Tab) until an element has the focus. */
export async function tabTo(page: Page, target: Locator, { key = 'Tab', most = 100 } = {}): Promise<void> {
  for (let presses = 0; presses < most; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  await expect(target, `${key} reaches it`).toBeFocused({ timeout: 1 })
}

/** Reaches an element by Tab and presses a key on it. */
export async function pressOn(page: Page, target: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press(key)
}

/** The text that the page has copied last. */
export const copied = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText())
