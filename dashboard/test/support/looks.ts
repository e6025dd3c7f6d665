import type { Page } from '@playwright/test'

import { expect } from './browser.ts'

/** The schemes of the system. */
export const schemes = ['light', 'dark'] as const

/** The widths of a window, in CSS pixels. */
const widths = [360, 768, 1280, 1920] as const

/** A scheme at a width. */
export interface Look {
  readonly scheme: (typeof schemes)[number]
  readonly width: number
}

/** Every scheme at some widths (all). */
export const looksAt = (at: readonly number[] = widths): readonly Look[] =>
  schemes.flatMap((scheme) => at.map((width) => ({ scheme, width })))

/** Shows the open page in a look. */
async function showIn(page: Page, { scheme, width }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme })
  await page.setViewportSize({ width, height: width < 600 ? 740 : 800 })
}

/** Checks the open page in each look, and that none of them scrolls sideways. */
export async function inEachLook(
  page: Page,
  check: (look: Look) => Promise<void> | void,
  looks: readonly Look[] = looksAt(),
): Promise<void> {
  for (const look of looks) {
    await showIn(page, look)
    await check(look)
    expect(await tooWide(page), `at ${look.width} px`).toEqual([])
  }
}

/** The elements that make the document scroll sideways; empty if it does not scroll. */
async function tooWide(page: Page): Promise<readonly string[]> {
  return await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const wide = [...document.body.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 0.5,
    )
    return [
      `the document is ${scrollWidth} px wide`,
      ...wide
        .slice(0, 5)
        .map((element) => `${element.tagName.toLowerCase()}#${element.id}.${element.getAttribute('class')}`),
    ]
  })
}
