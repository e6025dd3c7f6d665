import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import type { Locator, Page } from '@playwright/test'
import { it } from 'vitest'

import { jobBody } from '../../test/support/answers.ts'
import { type Dashboard, describeDashboard, expect } from './support/dashboard.ts'
import { copied } from './support/keyboard.ts'
import { ask, type Asked } from './support/traffic.ts'

/** Sends a request to the API, and opens it on the page. @returns its detail */
async function openSent({ fake, page, open }: Dashboard, path: string, asked: Asked = {}) {
  await ask(fake, path, asked).catch(() => {})
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
  ['/cloud/resource', {}, 'Nearest: GET /v1/cloud/resources'],
  [
    '/cloud/resources',
    { Authorization: 'Bearer csf_no_such_key' },
    'The request has no API key that is valid in this sandbox.',
  ],
  ['/cloud/resources?limit=0', {}, 'limit: expected a whole number of at least 1, got "0"'],
  ['/cloud/resources', {}, 'The request was served as usual.'],
]

/** The part with the assumptions that decided an answer, and the others. */
const decisionsIn = (detail: Locator) => detail.getByRole('region', { name: 'Assumptions' })

/** Unfolds the assumptions that did not decide an answer, and one of them. */
async function unfold(detail: Locator, question: string): Promise<void> {
  await detail.getByText(/^(?:Also in|In) effect \(\d+\)$/).click()
  await detail.getByText(question).click()
}

describeDashboard('why an answer came', (start) => {
  it('explains an exhausted quota, and leads out of it', async () => {
    const dashboard = await start()
    const { fake, page } = dashboard
    await fake.scenarios.on('rate-limit-exhausted')
    const detail = await openSent(dashboard, '/cloud/resources')
    await expect(detail).toContainText('The API key full-access has used up its requests of this hour.')
    const quota = detail.getByRole('region', { name: 'Quota', exact: true })
    await expect(quota).toContainText('0 left of 5,000')
    await expect(quota).toContainText('The hour ends at 2026-07-01 01:00:00, 1 h after this request.')
    const setting = detail.getByRole('region', { name: 'Settings of rate-limit-exhausted' })
    await expect(setting).toContainText('quotaremaining 0')
    await expect(quota.getByRole('meter')).toHaveJSProperty('value', 0)
    await expect(quota.getByRole('link', { name: 'advance the clock' })).toHaveAttribute('href', '#/time')
    await setting.getByRole('button', { name: 'Switch rate-limit-exhausted off' }).click()
    await expect(quota.getByRole('link', { name: 'give the key more requests' })).toHaveAttribute('href', '#/keys')
    expect((await fake.summary()).scenarios).toEqual([])
    await detail.getByRole('button', { name: 'Send again' }).click()
    await expect(answersOf(page)).toContainText('Different: the status (429 → 200)')
  })

  it('names no scenario of another time as the cause of a quota', async () => {
    const dashboard = await start()
    const detail = await openSent(dashboard, '/cloud/resources')
    await dashboard.fake.scenarios.on('rate-limit-exhausted')
    await expect(
      dashboard.page
        .getByRole('button', { name: '1 scenario on' })
        .or(dashboard.page.getByText(/rate-limit-exhausted/))
        .first(),
    ).toBeVisible()
    await expect(detail.getByRole('region', { name: 'Quota', exact: true })).toContainText('4,999 left of 5,000')
    await expect(detail.getByRole('region', { name: 'Settings of rate-limit-exhausted' })).toHaveCount(0)
  })

  it('shows the rule that fired, and switches its scenario off', async () => {
    const dashboard = await start()
    const { fake } = dashboard
    await fake.scenarios.define({
      name: 'bad-day',
      description: 'The second page is down.',
      rules: [
        { when: { query: { page: '9' } }, then: { delay: '1ms' } },
        { when: { query: { page: '2' } }, count: { first: 3 }, then: { error: 'internal_error' } },
      ],
    })
    const detail = await openSent(dashboard, '/cloud/resources?page=2')
    await expect(detail).toContainText('Rule 2 of the scenario bad-day fired.')
    await expect(detail).toContainText(
      'To a client, internal_error means that the service failed while it served the request.',
    )
    const rule = detail.getByRole('region', { name: 'Rule 2 of bad-day' })
    await expect(rule.getByRole('link', { name: 'bad-day' })).toHaveAttribute('href', '#/scenarios/bad-day')
    await expect(rule).toContainText(/The second page is down\..*page 2, at most 3.*internal_error.*1 time so far/)
    await rule.getByRole('button', { name: 'Switch bad-day off' }).click()
    await expect(rule.getByRole('button')).toHaveCount(0)
    expect((await fake.summary()).scenarios).toEqual([])
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

  it('tells what decided an answer from what only shaped it', async () => {
    const dashboard = await start()
    const decisions = decisionsIn(await openSent(dashboard, '/cloud/resources?limit=0'))
    await expect(decisions.getByText('Decided this answer (1)')).toBeVisible()
    await expect(decisions.getByText('How is a page or limit handled that is zero')).toBeVisible()
    await expect(decisions.getByText('Do answers announce the end of this version?')).toBeHidden()
    await expect(decisions.getByText(/^Also in effect \(\d+\)$/)).toBeVisible()
    const none = decisionsIn(await openSent(dashboard, '/cloud/resources?limit=1'))
    await expect(none).toContainText('No assumption decided whether this request succeeds.')
    await expect(none.getByText(/^In effect \(\d+\)$/)).toBeVisible()
  })

  it('says where it cannot be known what decided an answer', async () => {
    const dashboard = await start()
    const { fake } = dashboard
    await fake.scenarios.define({ name: 'gone', rules: [{ then: { error: 'internal_error' } }] })
    const decisions = decisionsIn(await openSent(dashboard, '/cloud/resources'))
    await expect(decisions).toBeVisible()
    await fake.scenarios.define({ name: 'gone', assume: { limitAboveMax: 'clamp' } })
    await dashboard.page.reload()
    await expect(decisions).toContainText(
      /^What decided this answer cannot be known: .*the rule gone\[0\], which acted on it, no longer exists/,
    )
    await expect(decisions.getByText(/^In effect \(\d+\)$/)).toBeVisible()
    const { id } = await fake.resources.create({})
    const changed = decisionsIn(await openSent(dashboard, `/cloud/resources/${id}`))
    await expect(changed).toContainText('Decided this answer (1)')
    await fake.resources.remove(id)
    await dashboard.page.reload()
    await expect(changed).toContainText('cannot be known: the sandbox has changed since, and gives another one now.')
  })

  it('tries another option of an assumption, compares both answers, and switches back', async () => {
    const dashboard = await start()
    const { fake, page } = dashboard
    const chosen = async () => (await fake.assumptions.list()).find(({ id }) => id === 'pagingInvalid')?.choice
    const detail = await openSent(dashboard, '/cloud/resources?limit=0')
    const decisions = decisionsIn(detail)
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
    await expect(answers).toContainText('− reject + default')
    await expect(answers.locator('pre del').first()).toHaveText('− Status: 400')
    await expect(answers.locator('pre ins').first()).toHaveText('+ Status: 200')
    await expect(answers.locator('pre ins').getByText('"status": "success"')).toBeVisible()
    expect(await chosen()).toBe('default')
    await answers.getByRole('button', { name: 'Switch back to reject' }).click()
    await expect(answers).toHaveCount(0)
    expect(await chosen()).toBe('reject')
    await expect(decisions).toContainText('Decided this answer (1)')

    // The comparison stands in the address.
    await decisions.getByRole('button', { name: 'Switch and send again, with default' }).click()
    await expect(answers.locator('pre ins').first()).toHaveText('+ Status: 200')
    await page.reload()
    await expect(answers.locator('pre ins').first()).toHaveText('+ Status: 200')
    await page.keyboard.press('Escape')
    await expect(answers).toHaveCount(0)
    await expect(page).toHaveURL(/#\/traffic\/default%3A0-1$/)
  })

  it('takes a choice back if its request cannot be sent again, or if a scenario overrides it', async () => {
    const dashboard = await start()
    const { fake } = dashboard
    const body = { ...jobBody, description: 'x'.repeat(70_000) }
    const detail = await openSent(dashboard, '/data/analysis/jobs', { body })
    await detail.getByRole('button', { name: 'Send again' }).click()
    await expect(detail.getByRole('alert')).toContainText('cannot be sent again as it was')
    await detail.getByRole('tab', { name: 'Request' }).click()
    await expect(detail).toContainText('The body is incomplete')
    await detail.getByRole('tab', { name: 'Why' }).click()
    await expect(decisionsIn(detail)).toContainText(/^What decided this answer cannot be known: /)
    await unfold(detail, 'Which names do the job states have?')
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
    const line = detail.getByText(/^200 · [\d.]+ ms · full-access$/)
    await expect(detail.getByText('2026-07-01 00:00:00')).toBeHidden()
    await line.click()
    for (const text of ['listResources', '2026-07-01 00:00:00', 'Id0-1', 'Sandboxdefault']) {
      await expect(detail.locator('.facts').first()).toContainText(text)
    }
    await detail.getByRole('tab', { name: 'Answer' }).click()
    await expect(detail).toContainText('X-Rate-Limit-Remaining4999')
    await expect(detail.getByRole('group', { name: 'Body' })).toContainText('"items_per_page": 1')
    await detail.getByRole('tab', { name: 'Request' }).click()
    await expect(detail).toContainText('authorization[redacted]')
    await expect(detail).not.toContainText(fake.apiKey)
    const link = page.url().replace('tab=request', 'tab=answer')
    await page.goto('about:blank')
    await page.goto(link)
    await expect(detail.getByRole('heading', { level: 2 })).toHaveText('GET /v1/cloud/resources?limit=1')
    await expect(detail.getByRole('tab', { name: 'Answer' })).toHaveAttribute('aria-selected', 'true')
    await fake.requests.clear()
    await page.reload()
    await expect(detail.getByRole('alert')).toContainText('the journal has no request')
  })

  it('compares a request that is sent again, and opens the new one', async () => {
    const dashboard = await start()
    const { page } = dashboard
    const detail = await openSent(dashboard, '/cloud/resources')
    await detail.getByRole('button', { name: 'Send again' }).click()
    const answers = answersOf(page)
    await expect(answers).toContainText('Both answers are the same.')
    await expect(answers).not.toContainText('X-Rate-Limit-Remaining: ')
    await answers.getByRole('link', { name: 'Open the new request' }).click()
    await expect(page).toHaveURL(/#\/traffic\/default%3A0-2$/)
    await expect(detail).toContainText('4,998 left of 5,000')
  })

  it('marks the lines that differ, and no others', async () => {
    const dashboard = await start()
    const { page } = dashboard
    const detail = await openSent(dashboard, '/cloud/resources?limit=1')
    await unfold(detail, 'Do answers announce the end of this version?')
    await detail.getByRole('button', { name: 'Switch and send again, with sunset' }).click()
    const marked = (tag: 'del' | 'ins') => answersOf(page).locator(`pre ${tag}`)
    await expect(marked('ins')).toHaveText([/^\+ Deprecation: /, /^\+ Sunset: /])
    await expect(marked('del')).toHaveCount(0)
  })

  it('leads to the page of its own sandbox', async () => {
    const { fake, open, page } = await start()
    const box = fake.sandbox('box')
    await ask(fake, '/cloud/resources', { sandbox: box })
    await open('#/traffic/box%3A0-1')
    const detail = page.getByRole('complementary', { name: 'Details' })
    await unfold(detail, 'How many requests an hour does a key have?')
    await detail.getByRole('link', { name: 'Open rateQuota' }).click()
    await expect(page).toHaveURL(/\/@box\/#\/assumptions\/rateQuota$/)
  })
})

const run = promisify(execFile)

describeDashboard('the curl command of a request', (start) => {
  it('works where it is pasted, and does not run before it is meant to', async () => {
    const dashboard = await start()
    const { fake, page } = dashboard
    const body = { ...jobBody, name: `it's "$HOME" \`id\` \u001b[201~ é€😀 !! #` }
    const detail = await openSent(dashboard, '/data/analysis/jobs', { body })
    const sent = (await fake.requests.list({})).at(-1)
    await detail.getByRole('button', { name: 'Copy as curl' }).click()
    await expect.poll(() => copied(page)).toContain(fake.apiKey)
    const command = await copied(page)
    expect(command).not.toContain('\u001b')
    expect(command.endsWith('\n')).toBe(false)
    await run('bash', ['-c', command])
    const repeated = (await fake.requests.list({})).at(-1)
    expect(repeated?.id).not.toBe(sent?.id)
    expect(repeated?.request.body).toEqual(sent?.request.body)
    expect(repeated?.status).toBe(201)
  })
})
