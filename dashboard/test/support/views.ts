import type { Page } from '@playwright/test'

import { axe } from './axe.ts'
import { expect } from './browser.ts'
import { inEachLook, looksAt } from './looks.ts'

/** The views of the page, with the names of their links. From Traffic, each can be reached by its link. */
export const views = [
  { id: 'traffic', link: 'Traffic' },
  { id: 'coverage', link: 'Coverage' },
  { id: 'conduct', link: 'Conduct' },
  { id: 'outbox', link: 'Outbox' },
  { id: 'scenarios', link: 'Scenarios' },
  { id: 'time', link: 'Time' },
  { id: 'data', link: 'Data' },
  { id: 'assumptions', link: 'Assumptions' },
  { id: 'keys', link: 'API keys' },
  { id: 'sandboxes', link: 'Sandboxes' },
] as const

/** The link of the navigation, or of the tabs of Traffic, to a view; it may have a number beside its name. */
export const linkTo = (page: Page, link: string) =>
  page.getByRole('navigation', { name: /^(Views|Traffic)$/ }).getByRole('link', { name: new RegExp(`^${link}\\b`) })

export const detailsOf = (page: Page) => page.getByRole('complementary', { name: 'Details' })

export const messagesOf = (page: Page) => page.getByRole('log', { name: 'Messages' })

/** The state of the connection, as the page shows it. */
export const connectionOf = (page: Page) => page.getByRole('status', { name: 'Connection' })

/** Opens the menu of Traffic. */
export const openMenu = (page: Page): Promise<void> => page.getByRole('button', { name: 'More', exact: true }).click()

/** Shows the requests of all sandboxes in Traffic. */
export async function showAllSandboxes(page: Page): Promise<void> {
  await openMenu(page)
  await page.getByRole('switch', { name: 'All sandboxes' }).click()
  await page.keyboard.press('Escape')
}

/** Waits until the page has loaded what it shows: it is connected, and nothing in it has changed for a moment. */
export async function settled(page: Page): Promise<void> {
  await expect(connectionOf(page)).toHaveText('Live')
  await page.evaluate(
    (quietMs) =>
      new Promise<void>((resolve) => {
        let timer = setTimeout(resolve, quietMs)
        const observer = new MutationObserver(() => {
          clearTimeout(timer)
          timer = setTimeout(resolve, quietMs)
        })
        observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
      }),
    150,
  )
}

/** The violations of accessibility in the open page, in both schemes. @param widths in CSS pixels */
export async function violationsOf(page: Page, ...widths: readonly number[]): Promise<readonly string[]> {
  const found: string[] = []
  const check = async (): Promise<void> => {
    await settled(page)
    found.push(...(await axe(page)))
  }
  await inEachLook(page, check, looksAt(widths))
  return found
}

/** Chooses values of a property in the panel of the filters, and closes it. */
export async function filterBy(page: Page, property: string, ...values: readonly string[]): Promise<void> {
  await page.getByRole('button', { name: '+ Filter' }).click()
  const panel = page.getByRole('dialog', { name: 'Filters' })
  const facet = panel.getByRole('group').filter({ has: page.getByText(property, { exact: true }) })
  await facet.waitFor()
  for (const value of values) {
    const name = new RegExp(`^${value}( |$)`)
    const box = facet.getByRole('checkbox', { name }).or(facet.getByRole('radio', { name }))
    if (!(await box.isVisible())) await facet.getByText(property, { exact: true }).click()
    await box.click()
  }
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
}
