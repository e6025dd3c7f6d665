import { type Browser, chromium, expect as base } from '@playwright/test'
import { inject } from 'vitest'

/** Playwright's `expect`: its assertions on a page wait until they hold. */
export const expect = base.configure({ timeout: 15_000 })

/** A name that the browser finds on this machine, but that is none of its names: for pages of others. */
export const elsewhere = 'app.example.com'

let launched: Promise<Browser> | undefined

/** The Chromium of this worker, which ends with it. */
export const openBrowser = (): Promise<Browser> =>
  (launched ??= chromium.launch({
    executablePath: inject('chromium'),
    args: ['--no-sandbox', `--host-resolver-rules=MAP ${elsewhere} 127.0.0.1`],
  }))
