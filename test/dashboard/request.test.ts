import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import type { Page } from '@playwright/test'
import { it } from 'vitest'

import type { RequestInfo } from '../../src/index.ts'
import { jobBody } from '../support/answers.ts'
import { type Dashboard, describeDashboard, expect } from './support/dashboard.ts'
import { copied } from './support/keyboard.ts'
import { settled, violationsOf } from './support/views.ts'

interface Init {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Sends a request to the API, and opens it on the page. @returns its detail */
async function openSent({ fake, page, open }: Dashboard, path: string, init: Init = {}) {
  const headers = { Authorization: `Bearer ${fake.apiKey}`, ...init.headers }
  await fake.fetch(fake.baseUrl + path, { ...init, headers }).catch(() => {})
  const id = (await fake.requests.list({})).at(-1)?.id ?? ''
  await open(`#/traffic/${encodeURIComponent(`default:${id}`)}`)
  return page.getByRole('complementary', { name: 'Details' })
}

const answersOf = (page: Page) => page.getByRole('dialog', { name: 'The same request, sent again' })

/** Requests, and the cause of their answers. */
const verdicts: readonly (readonly [path: string, headers: Record<string, string>, text: string])[] = [
  ['/cloud/resources', { 'X-Fake-Scenario': 'connection-reset' }, 'The connection was reset before an answer came.'],
  [
    '/cloud/resources',
    { 'X-Fake-Then': '{"status":418}' },
    'The header X-Fake-Then of the request decided this answer.',
  ],
  ['/cloud/resource', {}, 'No operation has this method and path.'],
  ['/nothing/like/any', {}, 'No operation has this method and path.'],
  ['/cloud/resource', {}, 'The nearest operationsGET /v1/cloud/resources'],
  [
    '/cloud/resources',
    { Authorization: 'Bearer csf_no_such_key' },
    'The request has no API key that is valid in this sandbox.',
  ],
  ['/cloud/resources?limit=0', {}, 'limit: expected a whole number of at least 1, got "0"'],
  ['/cloud/resources', {}, 'The request was served as usual.'],
]

describeDashboard('why an answer came', (start) => {
  it('explains an exhausted quota, and leads out of it', async () => {
    const dashboard = await start()
    const { fake, page } = dashboard
    await fake.scenarios.on('rate-limit-exhausted')
    const detail = await openSent(dashboard, '/cloud/resources')
    await expect(detail).toContainText('The API key full-access has used up its requests of this hour.')
    const quota = detail.getByRole('region', { name: 'Quota' })
    await expect(quota).toContainText('0 left of 5,000')
    await expect(quota).toContainText('The hour ends at 2026-07-01 01:00:00, 1 h after this request.')
    await expect(quota).toContainText(
      'The scenario rate-limit-exhausted, which is on, sets the quota of every key: 0 left.',
    )
    await expect(quota.getByRole('link', { name: 'advance the clock' })).toHaveAttribute('href', '#/time')
    await quota.getByRole('button', { name: 'Switch rate-limit-exhausted off' }).click()
    await expect(quota).toContainText('give the key more requests')
    expect((await fake.summary()).scenarios).toEqual([])
    await detail.getByRole('button', { name: 'Send again' }).click()
    await expect(answersOf(page)).toContainText('Different: the status (429 → 200)')
  })

  it('says in the hour after it that the quota is fresh', async () => {
    const dashboard = await start({ quota: 1 })
    await dashboard.fake.fetch(`${dashboard.fake.baseUrl}/cloud/resources`, {
      headers: { Authorization: `Bearer ${dashboard.fake.apiKey}` },
    })
    const detail = await openSent(dashboard, '/cloud/resources')
    await expect(detail).toContainText('0 left of 1')
    await expect(detail.getByRole('link', { name: 'give the key more requests' })).toHaveAttribute('href', '#/keys')
    await dashboard.fake.clock.advance('20m')
    await expect(detail).toContainText('That is 40 min from now.')
    await dashboard.fake.clock.advance('40m')
    await expect(detail).toContainText('By the sandbox’s clock that has passed.')
  })

  it('names no scenario of another time as the cause of a quota', async () => {
    const dashboard = await start()
    const detail = await openSent(dashboard, '/cloud/resources')
    await dashboard.fake.scenarios.on('rate-limit-exhausted')
    await expect(dashboard.page.getByRole('link', { name: 'rate-limit-exhausted' })).toBeVisible()
    await expect(detail.getByRole('region', { name: 'Quota' })).toContainText('4,999 left of 5,000')
    await expect(detail.getByRole('region', { name: 'Quota' })).not.toContainText('The scenario')
  })

  it('shows the rule that fired, and switches its scenario off', async () => {
    const dashboard = await start()
    const { fake } = dashboard
    await fake.scenarios.define({
      name: 'bad-day',
      description: 'The second page is down.',
      rules: [
        { when: { query: { page: '9' } }, then: { delay: '1ms' } },
        {
          when: { operation: 'listResources', query: { page: '2' } },
          count: { first: 3 },
          then: { error: 'internal_error' },
        },
      ],
    })
    const detail = await openSent(dashboard, '/cloud/resources?page=2')
    await expect(detail).toContainText('Rule 2 of the scenario bad-day fired.')
    await expect(detail).toContainText(
      'To a client, internal_error means that the service failed while it served the request.',
    )
    const rule = detail.getByRole('region', { name: 'Rule 2 of bad-day' })
    await expect(rule.getByRole('link', { name: 'bad-day' })).toHaveAttribute('href', '#/scenarios/bad-day')
    for (const text of [
      'The second page is down.',
      'listResources, query page 2, at most 3',
      'answers internal_error',
      '1 time so far',
    ]) {
      await expect(rule).toContainText(text)
    }
    await rule.getByRole('button', { name: 'Switch bad-day off' }).click()
    await expect(rule.getByRole('button')).toHaveCount(0)
    expect((await fake.summary()).scenarios).toEqual([])
  })

  it('shows the settings of scenarios that are on', async () => {
    const dashboard = await start()
    await dashboard.fake.scenarios.on('jobs-slow')
    const detail = await openSent(dashboard, '/data/analysis/jobs')
    const settings = detail.getByRole('region', { name: 'Settings of jobs-slow' })
    await expect(settings).toContainText('jobscompleteAfter 1h')
    await settings.getByRole('button', { name: 'Switch jobs-slow off' }).click()
    await expect(settings).toHaveCount(0)
  })

  it('says it in a sentence', async () => {
    const dashboard = await start()
    for (const [path, headers, text] of verdicts) {
      const detail = await openSent(dashboard, path, { headers })
      await expect(detail).toContainText(text)
    }
    await dashboard.page.getByRole('complementary', { name: 'Details' }).press('Escape')
    await expect(dashboard.page).toHaveURL(/#\/traffic$/)
  })

  it('tries another option of an assumption, compares both answers, and switches back', async () => {
    const dashboard = await start()
    const { fake, page } = dashboard
    const chosen = async () => (await fake.assumptions.list()).find(({ id }) => id === 'pagingInvalid')?.choice
    const detail = await openSent(dashboard, '/cloud/resources?limit=0')
    const decisions = detail.getByRole('region', { name: 'Assumptions' })
    await decisions.getByText('How is a page or limit handled that is zero').click()
    await expect(decisions).toContainText('it counts as absent')
    await expect(decisions.getByRole('link', { name: 'Open pagingInvalid' })).toHaveAttribute(
      'href',
      '#/assumptions/pagingInvalid',
    )
    await decisions.getByRole('button', { name: 'Switch and send again, with default' }).click()
    const answers = answersOf(page)
    await expect(answers).toContainText(
      'pagingInvalid is now default in place of reject, for every request to the sandbox default.',
    )
    await expect(answers.getByRole('region', { name: 'Before, with reject' }).locator('mark').first()).toHaveText(
      '− Status: 400',
    )
    await expect(answers.getByRole('region', { name: 'Now, with default' }).locator('mark').first()).toHaveText(
      '+ Status: 200',
    )
    await expect(answers.getByRole('region', { name: 'Now, with default' })).toContainText('"status": "success"')
    expect(await chosen()).toBe('default')
    await answers.getByRole('button', { name: 'Switch back to reject' }).click()
    await expect(answers).toHaveCount(0)
    expect(await chosen()).toBe('reject')
  })

  it('tries another number, and shows what is wrong with one', async () => {
    const dashboard = await start()
    const detail = await openSent(dashboard, '/cloud/resources?limit=1')
    await detail.getByText('How many requests an hour does a key have?').click()
    const field = detail.getByRole('textbox', { name: 'Another number' })
    for (const text of ['-3', 'many', '']) {
      await field.fill(text)
      await detail.getByRole('button', { name: 'Switch and send again' }).click()
      await expect(field).toHaveAccessibleDescription(new RegExp(`"${text}" is not a whole number of at least 1`))
    }
    await field.fill('7')
    await detail.getByRole('button', { name: 'Switch and send again' }).click()
    await expect(answersOf(dashboard.page)).toContainText('+ X-Rate-Limit-Limit: 7')
  })

  it('takes a choice back if its request cannot be sent again, or if a scenario overrides it', async () => {
    const dashboard = await start()
    const { fake } = dashboard
    const body = JSON.stringify({ ...jobBody, description: 'x'.repeat(70_000) })
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body }
    const detail = await openSent(dashboard, '/data/analysis/jobs', init)
    await detail.getByRole('button', { name: 'Send again' }).click()
    await expect(detail.getByRole('alert')).toContainText('cannot be sent again as it was')
    await detail.getByRole('tab', { name: 'Request' }).click()
    await expect(detail).toContainText('The end of the body is missing')
    await detail.getByRole('tab', { name: 'Why' }).click()
    await detail.getByText('Which names do the job states have?').click()
    await detail.getByRole('button', { name: 'Switch and send again, with queued_processing_succeeded_failed' }).click()
    await expect(detail.getByRole('alert')).toHaveCount(2)
    expect((await fake.summary()).assumptions).toEqual({})

    await fake.scenarios.define({ name: 'fixed', assume: { jobStates: 'pending_running_completed_failed' } })
    await detail.getByRole('button', { name: 'Switch and send again, with queued_processing_succeeded_failed' }).click()
    await expect(detail).toContainText('A scenario that is on chooses pending_running_completed_failed for jobStates')
    await fake.scenarios.off('fixed')
    expect((await fake.summary()).assumptions).toEqual({})
  })
})

describeDashboard('a request that is open', (start) => {
  it('shows both messages, without the secret, and is found again by its link', async () => {
    const dashboard = await start()
    const { page, fake } = dashboard
    const detail = await openSent(dashboard, '/cloud/resources?limit=1')
    await expect(detail.getByRole('heading', { level: 2 })).toHaveText('GET /v1/cloud/resources?limit=1')
    for (const text of ['listResources', 'full-access', '2026-07-01 00:00:00']) await expect(detail).toContainText(text)
    await detail.getByRole('button', { name: 'Copy link' }).click()
    const link = await copied(page)
    await detail.getByRole('tab', { name: 'Answer' }).click()
    await expect(detail).toContainText('X-Rate-Limit-Remaining:4999')
    await expect(detail.getByRole('group', { name: 'Body' })).toContainText('"items_per_page": 1')
    await detail.getByRole('tab', { name: 'Request' }).click()
    await expect(detail).toContainText('authorization:[redacted]')
    await expect(detail).not.toContainText(fake.apiKey)
    await page.goto('about:blank')
    await page.goto(link)
    await expect(detail.getByRole('heading', { level: 2 })).toHaveText('GET /v1/cloud/resources?limit=1')
    await fake.requests.clear()
    await expect(detail.getByRole('alert')).toContainText('the journal has no request')
  })

  it('compares a request that is sent again, and opens the new one', async () => {
    const dashboard = await start()
    const { page } = dashboard
    const detail = await openSent(dashboard, '/cloud/resources')
    await detail.getByRole('button', { name: 'Send again' }).click()
    const answers = answersOf(page)
    await expect(answers).toContainText('Different: X-Rate-Limit-Remaining.')
    await expect(answers).toContainText(/\d+ equal lines/)
    await answers.getByRole('link', { name: 'Open the new request' }).click()
    await expect(page).toHaveURL(/#\/traffic\/default%3A0-2$/)
    await expect(detail).toContainText('4,998 left of 5,000')
  })

  it('marks the lines that differ, and no others', async () => {
    const dashboard = await start()
    const { page } = dashboard
    const detail = await openSent(dashboard, '/cloud/resources?limit=1')
    await detail.getByText('Do answers announce the end of this version?').click()
    await detail.getByRole('button', { name: 'Switch and send again, with sunset' }).click()
    const marked = (side: string) => answersOf(page).getByRole('region', { name: side }).locator('mark')
    await expect(marked('Before, with absent')).toHaveText(['− X-Rate-Limit-Remaining: 4999'])
    await expect(marked('Now, with sunset')).toHaveText([
      /^\+ Deprecation: /,
      /^\+ Sunset: /,
      '+ X-Rate-Limit-Remaining: 4998',
    ])
  })

  it('leads to the page of its own sandbox', async () => {
    const { fake, open, page } = await start()
    const box = fake.sandbox('box')
    await fake.fetch(`${box.baseUrl}/cloud/resources`, { headers: { Authorization: `Bearer ${box.apiKey}` } })
    await open('#/traffic/box%3A0-1')
    const detail = page.getByRole('complementary', { name: 'Details' })
    await detail.getByText('How many requests an hour does a key have?').click()
    await detail.getByRole('link', { name: 'Open rateQuota' }).click()
    await expect(page).toHaveURL(/\/@box\/#\/assumptions\/rateQuota$/)
  })

  it('is without a violation of accessibility, in each look', async () => {
    const dashboard = await start()
    const { page } = dashboard
    const detail = await openSent(dashboard, '/cloud/resources?limit=0')
    await detail.getByText('How is a page or limit handled that is zero').click()
    await settled(page)
    expect(await violationsOf(page, 360, 1280)).toEqual([])
    await detail.getByRole('button', { name: 'Switch and send again, with default' }).click()
    await answersOf(page).getByRole('button', { name: 'Done' }).waitFor()
    expect(await violationsOf(page, 360)).toEqual([])
  })
})

const run = promisify(execFile)

/** A request without the headers in which two clients differ. */
function essenceOf(info: RequestInfo | undefined) {
  const { accept: _, host: __, 'user-agent': ___, 'content-length': ____, ...headers } = info?.request.headers ?? {}
  return {
    ...info,
    id: undefined,
    sequence: undefined,
    durationMs: undefined,
    response: undefined,
    request: { body: info?.request.body, headers },
  }
}

describeDashboard('the curl command of a request', (start) => {
  const hostile = `it's "$HOME" \`id\` \\ \n\t é€😀 %41 !! #; | & > * ~`
  const requests: readonly (readonly [path: string, init: Init])[] = [
    ['/cloud/resources?limit=1&type=%27%24%28id%29', {}],
    ['/cloud/resources?x[]={1..3}', {}],
    [
      '/data/analysis/jobs',
      {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ ...jobBody, name: hostile }),
      },
    ],
    [
      '/data/analysis/jobs',
      { method: 'PUT', headers: { 'Content-Type': 'application/merge-patch+json' }, body: '{"a":1}' },
    ],
    ['/cloud/resources', { method: 'DELETE', headers: { 'X-Empty': '', 'X-Text': `it's "$HOME" \`id\` \\ $(id)` } }],
    ['/cloud/resources?limit=2', { method: 'HEAD' }],
  ]

  it('sends it again byte for byte, whatever it has', async () => {
    const dashboard = await start()
    const { fake, page } = dashboard
    for (const [path, init] of requests) {
      const detail = await openSent(dashboard, path, init)
      const sent = (await fake.requests.list({})).at(-1)
      await detail.getByRole('button', { name: /^Copy as curl/ }).click()
      const command = await copied(page)
      expect(command).not.toContain(fake.apiKey)
      await run('sh', ['-c', command], { env: { PATH: process.env['PATH'], CLOUDSEC_API_KEY: fake.apiKey } })
      const repeated = (await fake.requests.list({})).at(-1)
      expect(repeated?.id, command).not.toBe(sent?.id)
      expect(essenceOf(repeated), command).toEqual(essenceOf(sent))
    }
  })

  it('leaves out a body that is hidden, and says so', async () => {
    const dashboard = await start()
    const init = { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: hostile }
    const detail = await openSent(dashboard, '/data/analysis/jobs', init)
    await detail.getByRole('button', { name: /^Copy as curl/ }).click()
    const command = await copied(dashboard.page)
    expect(command).toMatch(/^curl -X POST [^]*\n# Its body is hidden: "Send again" sends all of it\.$/)
    expect(command).not.toContain('characters')
  })
})
