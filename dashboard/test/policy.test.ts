import { it } from 'vitest'

import { serveListener } from '../../test/support/other-server.ts'
import { openBrowser } from './support/browser.ts'
import { describeDashboard, expect } from './support/dashboard.ts'
import { editorOf, goBehind } from './support/editor.ts'

/** Attacks of a text that got into the page as code: a script that tries each, and the directive of the policy that refuses it. */
const attempts = [
  ['an inline script', "add('script', { text: 'globalThis.__ran = 1' })", 'script-src-elem'],
  ['a script of elsewhere', "add('script', { src: 'http://127.0.0.1:9/x.js' })", 'script-src-elem'],
  ['a handler of an event', "add('p').setAttribute('onclick', 'globalThis.__ran = 1')", 'script-src-attr'],
  ['a script in a text', "setTimeout(() => new Function('globalThis.__ran = 1')())", 'script-src'],
  ['a script in an address', "add('a', { href: 'javascript:globalThis.__ran = 1' }).click()", 'script-src-elem'],
  ['an inline style', "add('style', { textContent: 'body { display: none }' })", 'style-src-elem'],
  ['a style of an element', "add('p').setAttribute('style', 'color: red')", 'style-src-attr'],
  ['an image of elsewhere', "add('img', { src: 'http://127.0.0.1:9/x.png' })", 'img-src'],
  ['an image in its address', "add('img', { src: 'data:image/gif;base64,R0lGODlhAQABAAAAACw=' })", 'img-src'],
  ['a frame of elsewhere', "add('iframe', { src: 'http://127.0.0.1:9/' })", 'frame-src'],
  ['an object', "add('object', { data: 'http://127.0.0.1:9/' })", 'object-src'],
  ['a request to elsewhere', "fetch('http://127.0.0.1:9/').catch(() => {})", 'connect-src'],
  ['another base', "add('base', { href: 'http://127.0.0.1:9/' })", 'base-uri'],
  ['a form', "add('form', { action: 'http://127.0.0.1:9/' }).submit()", 'form-action'],
] as const

/** Runs in the page. @returns the directive that is broken next */
function nextViolation(): Promise<string> {
  return new Promise((resolve) => {
    const resolved = ({ effectiveDirective }: SecurityPolicyViolationEvent): void => resolve(effectiveDirective)
    document.addEventListener('securitypolicyviolation', resolved, { once: true })
  })
}

const add =
  'const add = (tag, fields) => document.body.appendChild(Object.assign(document.createElement(tag), fields));'

describeDashboard('the policy of the page', (start) => {
  it('refuses all that a text could do as code', async () => {
    const { page, open, allow } = await start()
    allow(/./)
    await open()
    await expect(page.getByRole('navigation', { name: 'Views' })).toBeVisible()
    for (const [what, script, directive] of attempts) {
      const refused = page.evaluate(nextViolation)
      await page.evaluate(`{ ${add} ${script} }`)
      expect(await refused, what).toBe(directive)
    }
    const seen = await page.evaluate(() => [Reflect.get(globalThis, '__ran'), document.querySelector('nav')?.ariaLabel])
    expect(seen).toEqual([undefined, 'Views'])
  })

  it('holds for the editor of scenarios, with all that it draws', async () => {
    // A violation fails a test at its end.
    const { page } = await start({ at: '#/scenarios/new.' })
    await expect(editorOf(page)).toBeFocused()
    await page.keyboard.type('WRONG')
    await expect(page.locator('.cm-lint-marker-error')).toBeVisible()
    await page.locator('.cm-lintRange-error').hover()
    await expect(page.locator('.cm-tooltip-lint')).toBeVisible()
    await goBehind(page, '"when": {')
    await page.keyboard.press('Control+Space')
    const option = page.locator('.cm-tooltip-autocomplete li[aria-selected]')
    await expect(option).toHaveCSS('color', 'rgb(47, 75, 192)')
    await expect(option).toHaveCSS('cursor', 'pointer')
    await page.keyboard.press('Enter')
    await expect(option).toHaveText('getAssessment')
    expect(await page.evaluate(() => document.querySelectorAll('style, [nonce]').length)).toBe(0)
  })

  it('lets no other page frame it', async () => {
    const { fake, origin } = await start()
    const other = await serveListener((_, response) => {
      response.setHeader('Content-Type', 'text/html').end(`<iframe src="${origin}/"></iframe>`)
    })
    const context = await (await openBrowser()).newContext()
    const page = await context.newPage()
    const refused = page.waitForEvent('console', (message) => message.text().includes("frame-ancestors 'none'"))
    await page.goto(other)
    await refused
    expect(page.frames().map((frame) => frame.url())).toEqual([`${other}/`, 'chrome-error://chromewebdata/'])
    await context.close()
    expect(await fake.requests.list()).toEqual([])
  })
})
