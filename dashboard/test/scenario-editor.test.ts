import type { Page } from '@playwright/test'
import { startFake } from 'cloudsec-fake'
import { it } from 'vitest'

import { axe } from './support/axe.ts'
import { describeDashboard, expect } from './support/dashboard.ts'
import { editorOf, goBehind, scenarioIn, writtenIn } from './support/editor.ts'
import { inEachLook, looksAt } from './support/looks.ts'
import { messagesOf, settled } from './support/views.ts'

const optionsOf = (page: Page) => page.getByRole('listbox', { name: 'Completions' }).getByRole('option')
const problemsOf = (page: Page) =>
  page.getByRole('listbox', { name: 'Problems' }).locator('.cm-diagnostic-error, .cm-diagnostic-warning')
const save = (page: Page) => page.getByRole('button', { name: 'Save and switch on' }).click()

describeDashboard('the editor of scenarios', (start) => {
  it('completes names and values of a new scenario, saves it and switches it on', async () => {
    const { fake, page } = await start({ at: '#/scenarios' })
    await page.getByRole('button', { name: 'Create a scenario' }).click()
    await expect(editorOf(page)).toBeFocused()
    const outage = { name: 'my-scenario', rules: [{ when: {}, then: { error: 'service_unavailable' } }] }
    expect(await scenarioIn(page)).toEqual(outage)
    await page.keyboard.type('no-jobs')
    await goBehind(page, '"when": {')
    await page.keyboard.press('Control+Space')
    await expect(optionsOf(page).first()).toHaveText('operation')
    await expect(optionsOf(page).first()).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByText('Ids of operations.')).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(optionsOf(page).filter({ hasText: 'createAssessment' })).toHaveCount(1)
    await page.keyboard.type('createj')
    await expect(optionsOf(page)).toHaveText(['createJob'])
    await page.keyboard.press('Tab')
    await expect(optionsOf(page)).toHaveCount(0)

    await goBehind(page, '"then": {')
    await page.keyboard.press('Enter')
    await page.keyboard.type('dela')
    await expect(optionsOf(page)).toHaveText(['delay'])
    await page.keyboard.press('Enter')
    await page.keyboard.type('1ms')
    await page.keyboard.press('ArrowRight')
    await page.keyboard.type(',')
    await goBehind(page, '"error": "')
    await page.keyboard.press('Control+Space')
    await expect(optionsOf(page)).toHaveCount(7)
    await page.keyboard.press('ArrowDown')
    await expect(editorOf(page)).toHaveAttribute(
      'aria-activedescendant',
      String(await optionsOf(page).nth(1).getAttribute('id')),
    )
    await optionsOf(page).filter({ hasText: 'internal_error' }).click()

    await page.keyboard.press('Control+End')
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('End')
    await page.keyboard.type(',')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Control+Space')
    await expect(optionsOf(page).filter({ hasText: 'group' })).toHaveCount(1)
    await expect(optionsOf(page).filter({ hasText: /^(name|rules)/ })).toHaveCount(0)
    await page.keyboard.type('ass')
    await optionsOf(page).filter({ hasText: 'assume' }).click()
    await page.keyboard.type('limitAbove')
    await expect(optionsOf(page)).toHaveText(['limitAboveMax'])
    await page.keyboard.press('Enter')
    await optionsOf(page).filter({ hasText: 'clamp' }).click()
    const scenario = {
      name: 'no-jobs',
      rules: [{ when: { operation: 'createJob' }, then: { delay: '1ms', error: 'internal_error' } }],
      assume: { limitAboveMax: 'clamp' },
    }
    expect(await scenarioIn(page)).toEqual(scenario)
    await expect(page.getByText('No problems')).toBeVisible()

    await save(page)
    await expect(page.getByText('no-jobs is saved and on.')).toBeVisible()
    await expect(page).toHaveURL(/#\/scenarios\/no-jobs$/)
    expect(await fake.scenarios.show('no-jobs')).toMatchObject({ ...scenario, active: true })
  })

  it('shows errors of syntax and of the fake at their places', async () => {
    const { page } = await start({ at: '#/scenarios/new.' })
    await editorOf(page).fill('{\n  "name": "a",\n  "rules": [\n    { "then": { "error": oops } },\n  ]\n}')
    await expect(problemsOf(page)).toHaveText(['Invalid symbol'])
    await expect(page.locator('.cm-lintRange-error')).toHaveText('oops')
    await expect(editorOf(page)).toHaveAttribute('aria-invalid', 'true')
    await expect(editorOf(page)).toHaveAccessibleDescription(/Escape, then Tab, leaves/)

    const wrong = { name: 'slow', rules: [{ when: { operation: 'x' }, then: { eror: 1, fault: 'hangs' } }] }
    await editorOf(page).fill(JSON.stringify(wrong, null, 2))
    await expect(problemsOf(page)).toHaveText([
      /^rules\[0\]\.when\.operation: expected one of getAssessment, .*, got "x"/,
      /^rules\[0\]\.then\.eror: not a known field\. Did you mean error\?/,
      /^rules\[0\]\.then\.fault: .* Did you mean hang\?/,
    ])
    await expect(page.locator('.cm-lintRange-error')).toHaveText(['"x"', '1', '"hangs"'])
    await problemsOf(page).nth(2).click()
    await page.keyboard.press('Enter')
    await expect(editorOf(page)).toBeFocused()
    await page.keyboard.type('"hang"')
    await expect(problemsOf(page)).toHaveCount(2)
    // What is refused is said, and the next problem is selected.
    await save(page)
    await expect(messagesOf(page)).toContainText('rules[0].then.eror')
    await expect(editorOf(page)).toBeFocused()

    await editorOf(page).fill('{ "name": "slow", "rules": [{ "then": { "delay": "1ms" } }] }')
    await expect(problemsOf(page)).toHaveText([/^name: "slow" is already the name of a scenario of every sandbox/])
    await editorOf(page).fill('{ "name": "a", "rules": [{ "then": { "status": 503 } }] }')
    await expect(problemsOf(page)).toHaveText([/^rules\[0\]\.then\.status: 503 is sent with the normal body/])
    await expect(editorOf(page)).toHaveAttribute('aria-invalid', 'false')
  })

  it('starts from a scenario, formats, and undoes each change', async () => {
    const { fake, page } = await start({ at: '#/scenarios/flaky' })
    await page.getByRole('button', { name: 'Edit a copy' }).click()
    expect(await scenarioIn(page)).toMatchObject({ name: 'my-flaky', rules: [{ count: { chance: 0.2 } }, {}] })
    const copy = await writtenIn(page)
    await page.keyboard.type('blank')
    await goBehind(page, '"rules": [')
    await page.keyboard.press('Enter')
    await page.keyboard.type('{"then":{"delay":"1ms"}},')
    await page.getByRole('button', { name: 'Format' }).click()
    const formatted = await writtenIn(page)
    expect(formatted).toBe(JSON.stringify(JSON.parse(formatted), null, 2))
    for (let presses = 0; presses < 60 && (await writtenIn(page)) !== copy; presses += 1) {
      await page.keyboard.press('Control+z')
    }
    expect(await writtenIn(page)).toBe(copy)

    await fake.scenarios.define({ name: 'my-flaky', rules: [{ then: { delay: '1ms' } }] })
    await expect(problemsOf(page)).toHaveText([/saving replaces the existing my-flaky/])
  })

  it('edits an own scenario, and asks before changes are lost', async () => {
    const { fake, page, open } = await start()
    await fake.scenarios.define({ name: 'mine', rules: [{ then: { error: 'internal_error' } }] })
    await open('#/scenarios/mine')
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Edit mine' })).toBeVisible()
    expect(await scenarioIn(page)).toEqual({ name: 'mine', rules: [{ then: { error: 'internal_error' } }] })
    // Back before the page has drawn the change.
    await page.keyboard.press('Control+a')
    await page.evaluate((text) => {
      document.execCommand('insertText', false, text)
      history.back()
    }, '{ "name": "mine", "rules": [{ "then": { "delay": "1ms" } }] }')
    const question = page.getByRole('dialog', { name: 'Leave the editor?' })
    await expect(question).toBeVisible()
    await expect(page).toHaveURL(/edit\.mine$/)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('link', { name: 'Keys' }).click()
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(editorOf(page)).toContainText('1ms')
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

  it('never traps the keyboard, which reaches the problems', async () => {
    const { page } = await start({ at: '#/scenarios/new.' })
    await expect(editorOf(page)).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(editorOf(page)).not.toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.type('NEW')
    await page.keyboard.press('Tab')
    await expect(editorOf(page)).toContainText('    "name": "NEW"')
    await expect(editorOf(page)).toBeFocused()
    await page.keyboard.press('Control+Home')
    await expect(problemsOf(page)).toHaveText([/^name: expected 1 to 63/])
    await page.keyboard.press('F8')
    await page.keyboard.press('Delete')
    await expect(editorOf(page)).toContainText('"name": ,')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
    await expect(editorOf(page)).not.toBeFocused()
    await expect(page.getByRole('listbox', { name: 'Problems' })).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(editorOf(page)).toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await expect(editorOf(page)).not.toBeFocused()
  })

  it('opens, and keeps what is written, while the fake is away for a time', async () => {
    const { fake, page, allow } = await start({ at: '#/scenarios' })
    allow(/ERR_|Failed to load resource|Failed to fetch/)
    await page.getByRole('button', { name: 'Create a scenario' }).waitFor()
    const { port } = new URL(fake.baseUrl)
    await fake.close()
    await page.getByRole('button', { name: 'Create a scenario' }).click()
    await expect(page.getByText('The editor opens…')).toBeVisible()
    let back = await startFake({ clock: 'frozen', port: Number(port) })
    await expect(editorOf(page)).toBeFocused()
    await page.keyboard.type('kept')
    await back.close()
    await page.keyboard.press('End')
    await page.keyboard.type(' ')
    await expect(problemsOf(page)).toHaveText([/^The fake does not answer/])
    back = await startFake({ clock: 'frozen', port: Number(port) })
    await expect(page.getByText('No problems')).toBeVisible()
    await expect(editorOf(page)).toContainText('"name": "kept"')
    await save(page)
    await expect(page).toHaveURL(/#\/scenarios\/kept$/)
    expect(await back.scenarios.show('kept')).toMatchObject({ active: true })
    await back.close()
  })

  it('shows the option that is selected in forced colours, and lets a new value be left', async () => {
    const { page } = await start({ at: '#/scenarios/new.' })
    await page.emulateMedia({ forcedColors: 'active' })
    await goBehind(page, '"then": {')
    await page.keyboard.press('Enter')
    await page.keyboard.type('"delay": ')
    await page.keyboard.press('Control+Space')
    await expect(optionsOf(page)).toHaveText(['{ min max }'])
    await expect(optionsOf(page)).toHaveCSS('outline', /2px/)
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
    await expect(editorOf(page)).not.toBeFocused()
    await page.keyboard.press('Shift+Tab')
    await goBehind(page, '"min": ')
    await page.keyboard.type('"1ms')
    await page.keyboard.press('Escape')
    await goBehind(page, '"max": ')
    await page.keyboard.type('"2ms')
    await expect(editorOf(page)).toContainText('"min": "1ms",')
    await expect(editorOf(page)).toContainText('"max": "2ms"')
  })

  it('says what the field under the pointer is for', async () => {
    const { page } = await start({ at: '#/scenarios/new.' })
    const help = page.getByText('Answers with an error of the document.')
    await expect(async () => {
      await page.mouse.move(0, 0)
      await editorOf(page).getByText('"error"').hover()
      await expect(help).toBeVisible({ timeout: 2000 })
    }).toPass()
  })

  it('has no violation of axe and fits, with completions and problems open', async () => {
    const { page } = await start({ at: '#/scenarios/new.' })
    await expect(editorOf(page)).toBeFocused()
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
