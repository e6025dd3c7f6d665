import type { BrowserContext, ConsoleMessage, Page } from '@playwright/test'
import { startFake } from 'cloudsec-fake'
import { afterEach, describe, inject } from 'vitest'

import type { Fake, FakeOptions, ListenOptions } from '../../../src/index.ts'
import { expect, openBrowser } from './browser.ts'

export { expect } from './browser.ts'

/** A fake with its dashboard, in a new context of the browser. */
export interface Dashboard {
  readonly fake: Fake
  /** The first tab. */
  readonly page: Page
  readonly context: BrowserContext
  /** Scheme, host and port of the fake. */
  readonly origin: string
  /** Opens a path of the fake in the first tab: `#/keys`, `/@box/#/keys`. */
  readonly open: (path?: string) => Promise<Page>
  /** Expects errors with this text on the console, which fail the test otherwise. */
  readonly allow: (text: RegExp) => void
}

/** Starts a fake, with a frozen clock by default, and opens a tab for it; at a path of the fake, if it is given. */
export type Start = (options?: FakeOptions & ListenOptions & { readonly at?: string }) => Promise<Dashboard>

/**
 * A suite of tests in Chromium. A test fails at its end if a page logged an error, broke its Content-Security-Policy, threw, opened
 * a dialog of the browser, or asked another origin.
 */
export function describeDashboard(title: string, suite: (start: Start) => void): void {
  describe.skipIf(inject('chromium') === '')(`${title}, in Chromium`, () => {
    const ends: (() => Promise<void>)[] = []
    afterEach(async () => {
      await Promise.all(ends.splice(0).map((end) => end()))
    })
    suite(async ({ at, ...options } = {}) => {
      const fake = await startFake({ clock: 'frozen', ...options })
      const { origin } = new URL(fake.baseUrl)
      const { context, page, troubles } = await openTab(origin)
      const allowed: RegExp[] = []
      ends.push(async () => {
        const unexpected = troubles.filter((trouble) => !allowed.some((text) => text.test(trouble)))
        await context.close()
        await fake.close()
        expect(unexpected, 'the page was without trouble').toEqual([])
      })
      const open = async (path = '/') => {
        await page.goto(new URL(path, `${origin}/`).href)
        return page
      }
      if (at !== undefined) await open(at)
      return { fake, page, context, origin, open, allow: (text) => void allowed.push(text) }
    })
  })
}

/** Opens a tab as a person on a quiet machine has it, and collects what goes wrong in its context. */
async function openTab(origin: string): Promise<Pick<Dashboard, 'context' | 'page'> & { readonly troubles: string[] }> {
  const browser = await openBrowser()
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    deviceScaleFactor: 1,
    colorScheme: 'light',
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'UTC',
    permissions: ['clipboard-read', 'clipboard-write'],
    // The authority of a fake is its own.
    ignoreHTTPSErrors: true,
  })
  const troubles: string[] = []
  await context.exposeFunction('reportViolation', (violation: string) => void troubles.push(violation))
  await context.addInitScript(reportViolations)
  context.on('console', (message) => {
    if (message.type() === 'error' && !isRefusal(message, origin)) troubles.push(`console: ${message.text()}`)
  })
  context.on('weberror', (error) => void troubles.push(`uncaught: ${error.error().message}`))
  context.on('request', (request) => {
    const url = new URL(request.url())
    if (url.origin !== origin) troubles.push(`request to another origin: ${url.href}`)
  })
  context.on('dialog', (dialog) => {
    troubles.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss()
  })
  return { context, page: await context.newPage(), troubles }
}

/** True for what Chromium logs of a 4xx answer that the page itself shows: the API and the control plane refuse by it. */
function isRefusal(message: ConsoleMessage, origin: string): boolean {
  const { url } = message.location()
  const path = url.startsWith(origin) ? url.slice(origin.length) : ''
  return /responded with a status of 4\d\d/.test(message.text()) && /^(\/@[^/]+)?\/(_control|v1)(\/|\?|$)/.test(path)
}

declare global {
  /** Of the harness: collects a violation of the Content-Security-Policy. */
  function reportViolation(violation: string): void
}

/** Runs in each page before its scripts. */
function reportViolations(): void {
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sample }) => {
    globalThis.reportViolation(`Content-Security-Policy: ${effectiveDirective} refused ${blockedURI || sample}`)
  })
}
