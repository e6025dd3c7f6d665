import type { Page } from '@playwright/test'
import { it } from 'vitest'

import { axe } from './support/axe.ts'
import { describeDashboard, expect } from './support/dashboard.ts'
import { inEachLook, looksAt } from './support/looks.ts'
import { settled } from './support/views.ts'

const editorOf = (page: Page) => page.getByRole('textbox', { name: 'Scenario as JSON' })
const optionsOf = (page: Page) => page.getByRole('listbox', { name: 'Completions' }).getByRole('option')
const problemsOf = (page: Page) => page.getByRole('group', { name: 'Help and problems' }).getByRole('listitem')
const save = (page: Page) => page.getByRole('button', { name: 'Save and switch on' }).click()

/** Puts the caret of the editor behind the first place of a text. */
async function goBehind(page: Page, text: string): Promise<void> {
  await editorOf(page).focus()
  await editorOf(page).evaluate((element, wanted) => {
    if (!(element instanceof HTMLTextAreaElement)) return
    const at = element.value.indexOf(wanted) + wanted.length
    element.setSelectionRange(at, at)
  }, text)
}

const valueOf = async (page: Page): Promise<unknown> => JSON.parse(await editorOf(page).inputValue())

describeDashboard('the editor of scenarios', (start) => {
  it('completes names and values of a new scenario, saves it and switches it on', async () => {
    const { fake, page } = await start({ at: '#/scenarios' })
    await page.getByRole('button', { name: 'Write a scenario' }).click()
    await expect(editorOf(page)).toBeFocused()
    await page.keyboard.type('no-jobs')
    await goBehind(page, '"when": {')
    await page.keyboard.press('Control+Space')
    await expect(optionsOf(page).first()).toHaveText(/^operation/)
    await expect(optionsOf(page).first()).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByText('Ids of operations.')).toBeVisible()
    await page.keyboard.press('Enter')
    await page.keyboard.type('createj')
    await expect(optionsOf(page)).toHaveText([/^createJob/])
    await page.keyboard.press('Tab')
    await expect(optionsOf(page)).toHaveCount(0)

    await goBehind(page, '"then": {')
    await page.keyboard.press('Enter')
    await page.keyboard.type('err')
    await expect(optionsOf(page)).toHaveText([/^error/])
    await page.keyboard.press('Enter')
    await page.keyboard.press('ArrowDown')
    await expect(editorOf(page)).toHaveAttribute(
      'aria-activedescendant',
      String(await optionsOf(page).nth(1).getAttribute('id')),
    )
    await optionsOf(page).filter({ hasText: 'service_unavailable' }).click()
    await page.keyboard.type(',\n"delay": "1ms"')

    await goBehind(page, '\n  ]')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+Space')
    await expect(optionsOf(page).filter({ hasText: /^group/ })).toHaveCount(1)
    await expect(optionsOf(page).filter({ hasText: /^(name|rules)/ })).toHaveCount(0)
    await page.keyboard.type('ass')
    await optionsOf(page)
      .filter({ hasText: /^assume/ })
      .click()
    await page.keyboard.type('limitAbove')
    await page.keyboard.press('Enter')
    await optionsOf(page).filter({ hasText: 'clamp' }).click()
    const scenario = {
      name: 'no-jobs',
      description: '',
      rules: [{ when: { operation: 'createJob' }, then: { error: 'service_unavailable', delay: '1ms' } }],
      assume: { limitAboveMax: 'clamp' },
    }
    expect(await valueOf(page)).toEqual(scenario)
    await expect(page.getByText('No problems')).toBeVisible()

    await save(page)
    await expect(page.getByText('no-jobs is saved and on.')).toBeVisible()
    await expect(page).toHaveURL(/#\/scenarios\/no-jobs$/)
    expect(await fake.scenarios.show('no-jobs')).toMatchObject({ ...scenario, active: true })
  })

  it('shows errors of syntax and of the fake at their places', async () => {
    const { page } = await start({ at: '#/scenarios/new.' })
    await editorOf(page).fill('{\n  "name": "a",\n  "rules": [\n    { "then": { "error": oops } },\n  ]\n}')
    await expect(problemsOf(page)).toHaveText([/^Line 4 A value has to be/, /^Line 5 A value is missing here/])
    await expect(editorOf(page)).toHaveAttribute('aria-invalid', 'true')
    await expect(editorOf(page)).toHaveAccessibleDescription(/Line 4 A value has to be/)

    const wrong = { name: 'slow', rules: [{ when: { operation: 'x' }, then: { eror: 1, fault: 'hangs' } }] }
    await editorOf(page).fill(JSON.stringify(wrong, null, 2))
    await expect(problemsOf(page)).toHaveText([
      /^Line 6 rules\[0\]\.when\.operation: expected one of getAssessment, .*, got "x"/,
      /^Line 9 rules\[0\]\.then\.eror: not a known field\. Did you mean error\?/,
      /^Line 10 rules\[0\]\.then\.fault: .* Did you mean hang\?/,
    ])
    await expect(page.locator('mark')).toHaveText(['"x"', '1', '"hangs"'])
    await problemsOf(page).nth(2).getByRole('button').click()
    await expect(editorOf(page)).toBeFocused()
    await page.keyboard.type('"hang"')
    await expect(problemsOf(page)).toHaveCount(2)
    await save(page)
    await expect(page.getByText(/^Correct line 6 first/)).toBeVisible()

    await editorOf(page).fill('{ "name": "slow", "rules": [{ "then": { "delay": "1ms" } }] }')
    await expect(problemsOf(page)).toHaveText([/^Line 1 name: "slow" is the name of a scenario that every sandbox has/])
    await editorOf(page).fill('{ "name": "a", "rules": [{ "then": { "status": 503 } }] }')
    await expect(problemsOf(page)).toHaveText([/^Line 1 rules\[0\]\.then\.status: 503 comes with the usual body/])
    await expect(editorOf(page)).toHaveAttribute('aria-invalid', 'false')
  })

  it('starts from a scenario, formats, and undoes each change', async () => {
    const { fake, page } = await start({ at: '#/scenarios/flaky' })
    await page.getByRole('button', { name: 'Edit a copy' }).click()
    expect(await valueOf(page)).toMatchObject({ name: 'my-flaky', rules: [{ count: { chance: 0.2 } }, {}] })
    await page.getByLabel('Start from').selectOption('empty-body')
    const copy = await editorOf(page).inputValue()
    expect(JSON.parse(copy)).toMatchObject({ name: 'my-empty-body', rules: [{ then: { fault: 'empty' } }] })
    await page.keyboard.type('blank')
    await goBehind(page, '"rules": [')
    await page.keyboard.press('Enter')
    await page.keyboard.type('{"then":{"delay":"1ms"}},')
    await page.getByRole('button', { name: 'Format' }).click()
    const formatted = await editorOf(page).inputValue()
    expect(formatted).toBe(JSON.stringify(JSON.parse(formatted), null, 2))
    for (let presses = 0; presses < 60 && (await editorOf(page).inputValue()) !== copy; presses += 1) {
      await page.keyboard.press('Control+z')
    }
    expect(await editorOf(page).inputValue()).toBe(copy)
    await page.keyboard.press('Control+z')
    expect(await valueOf(page)).toMatchObject({ name: 'my-flaky' })

    await fake.scenarios.define({ name: 'my-flaky', rules: [{ then: { delay: '1ms' } }] })
    await expect(problemsOf(page)).toHaveText([/saving replaces the my-flaky that is there/])
  })

  it('edits an own scenario, and asks before changes are lost', async () => {
    const { fake, page, open } = await start()
    await fake.scenarios.define({ name: 'mine', rules: [{ then: { error: 'internal_error' } }] })
    await open('#/scenarios/mine')
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Edit mine' })).toBeVisible()
    expect(await valueOf(page)).toEqual({ name: 'mine', rules: [{ then: { error: 'internal_error' } }] })
    // Back before the page has drawn the change.
    await editorOf(page).evaluate((element, text) => {
      if (!(element instanceof HTMLTextAreaElement)) return
      element.value = text
      element.dispatchEvent(new InputEvent('input', { bubbles: true }))
      history.back()
    }, '{ "name": "mine", "rules": [{ "then": { "delay": "1ms" } }] }')
    const question = page.getByRole('dialog', { name: 'Leave the editor?' })
    await expect(question).toBeVisible()
    await expect(page).toHaveURL(/edit\.mine$/)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('link', { name: 'Keys' }).click()
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(editorOf(page)).toHaveValue(/1ms/)
    await save(page)
    await expect(page).toHaveURL(/#\/scenarios\/mine$/)
    expect(await fake.scenarios.show('mine')).toMatchObject({ rules: [{ then: { delay: '1ms' } }] })

    await open('#/scenarios/edit.mine')
    await editorOf(page).fill('{}')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await question.getByRole('button', { name: 'Discard changes' }).click()
    await expect(page).toHaveURL(/#\/scenarios\/mine$/)
    expect(await fake.scenarios.show('mine')).toMatchObject({ rules: [{ then: { delay: '1ms' } }] })
  })

  it('never traps the keyboard', async () => {
    const { page } = await start({ at: '#/scenarios/new.' })
    await expect(editorOf(page)).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(editorOf(page)).not.toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('End')
    await page.keyboard.press('Tab')
    await expect(editorOf(page)).toHaveValue(/ {2}$/m)
    await expect(editorOf(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
    await expect(editorOf(page)).not.toBeFocused()
  })

  it('has no violation of axe and fits, with completions and problems open', async () => {
    const { page } = await start({ at: '#/scenarios/new.' })
    await page.keyboard.type('UPPER')
    await expect(problemsOf(page)).not.toHaveCount(0)
    await inEachLook(
      page,
      async ({ scheme, width }) => {
        await settled(page)
        await goBehind(page, '"when": {')
        await page.keyboard.press('Control+Space')
        await expect(optionsOf(page).first()).toBeInViewport()
        expect(await axe(page), `${scheme}, ${width} px`).toEqual([])
        await page.keyboard.press('Escape')
      },
      looksAt([360, 1280]),
    )
  })
})
