import type { Locator, Page } from '@playwright/test'
import { it } from 'vitest'

import type { Fake } from '../../src/index.ts'
import { serveListener } from '../../test/support/other-server.ts'
import { sendJob } from '../../test/support/send-job.ts'
import { describeDashboard, expect } from './support/dashboard.ts'
import { ask } from './support/traffic.ts'
import { detailsOf, linkTo } from './support/views.ts'

/** What a step clicks, by its first word. */
const targets: Readonly<Record<string, (page: Page, name: string) => Locator>> = {
  view: linkTo,
  area: (page, name) => page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name }),
  row: (page, name) => page.getByRole('grid').getByRole('row', { name }).first(),
  button: (page, name) => page.getByRole('button', { name, exact: true }).last(),
  link: (page, name) => page.getByRole('link', { name }),
  switch: (page, name) => page.getByRole('switch', { name: `Scenario ${name}` }),
  fold: (page, name) => detailsOf(page).getByText(name),
}

/** Follows steps, of which some fill a field, and some wait for a text. @returns how many clicks they took */
async function follow(page: Page, path: string): Promise<number> {
  let clicks = 0
  for (const step of path.trim().split(/\s+> /)) {
    const [, kind = '', name = ''] = /^(\S+) (.*)$/.exec(step) ?? []
    const target = targets[kind]?.(page, name)
    if (kind === 'type') await page.keyboard.type(name)
    else if (target === undefined) await expect(page.locator('body')).toContainText(name)
    else {
      await target.click()
      clicks += 1
    }
  }
  return clicks
}

/** Tasks with their clicks and their steps, and what is there before. */
const tasks: readonly [task: string, clicks: number, path: string, before?: (fake: Fake) => Promise<unknown>][] = [
  [
    'a key',
    4,
    'view API keys > button Create a key > type checkout > button Create key > sees csf_default_ > button Copy secret',
  ],
  [
    'an assessment that is pending, and completed',
    5,
    `view Data > area assessments > button Create a record > button Create record > sees pending → completed
      > button Advance to completed > sees Came due: assessments in_progress, assessments completed.`,
  ],
  [
    'an exhausted quota, found by its status; its 429 and why; switched off',
    7,
    `view Scenarios > sees Errors > type /429 > switch rate-limit-exhausted > sees On now
      > view Traffic > button Send a request > button Send > sees 429 > link See why
      > sees has used up its requests of this hour > button Switch rate-limit-exhausted off`,
  ],
  [
    'why a 404',
    2,
    'view Traffic > row 404 > sees No operation has this method and path. > sees Nearest: GET /v1/cloud/resources',
    (fake) => ask(fake, '/cloud/resource'),
  ],
  [
    'a scenario of one’s own',
    3,
    'view Scenarios > button Create a scenario > button Save and switch on > sees my-scenario is saved and on.',
  ],
  [
    'why a webhook failed',
    2,
    'view Outbox > row retrying · 500 > sees No disk is left.',
    async (fake) => {
      const origin = await serveListener((_, response) => response.writeHead(500).end('No disk is left.'))
      await sendJob(fake, { notification: { webhook_url: `${origin}/hook` } })
      await fake.clock.advance('5s')
    },
  ],
  [
    'a job that failed',
    5,
    'view Data > area jobs > row Nightly > fold Move to a state > button failed',
    (fake) => sendJob(fake, { name: 'Nightly' }),
  ],
  [
    'two sandboxes compared',
    2,
    'view Sandboxes > button Compare two > sees service-unavailable',
    (fake) => fake.sandbox('nightly').scenarios.on('service-unavailable'),
  ],
  [
    'another option of an assumption for a request, and both answers',
    3,
    `view Traffic > row limit=500 > sees Decided this answer > button Switch and send again, with clamp
      > sees 400 → 200`,
    (fake) => ask(fake, '/cloud/resources?limit=500'),
  ],
]

describeDashboard('what people come for, by the page alone', (start) => {
  it.each(tasks)('%s, in %i clicks', async (_, clicks, path, before) => {
    const { fake, page, open } = await start({ allowWebhookHost: ['127.0.0.1'] })
    await before?.(fake)
    await open('#/time')
    expect(await follow(page, path)).toBe(clicks)
  })
})
