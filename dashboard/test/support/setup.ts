import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** The program of Chromium; empty where there is none. */
    readonly chromium: string
  }
}

const built = ['index.js', 'dashboard/index.html'].map((file) =>
  fileURLToPath(new URL(`../../../dist/${file}`, import.meta.url)),
)

/** The places of Chromium. The shell draws no windows of its own: the tests take two thirds of the processor time. */
const places = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']

/** Finds Chromium and the built page. Where there is no Chromium, all tests are skipped, unless CLOUDSEC_BROWSER is `required`. */
export default function setup({ provide }: TestProject): void {
  const chromium = process.env['CHROMIUM'] ?? places.find((place) => existsSync(place)) ?? ''
  const isThere = existsSync(chromium)
  provide('chromium', isThere ? chromium : '')
  if (!isThere) {
    const asked = chromium || places.join(' or ')
    const trouble = `There is no browser at ${asked}: install it (apt-get install chromium-headless-shell), or name one in CHROMIUM.`
    if (process.env['CLOUDSEC_BROWSER'] === 'required') throw new Error(trouble)
    process.stderr.write(`${trouble} The tests of the dashboard are skipped.\n`)
  } else if (!built.every((file) => existsSync(file))) {
    throw new Error('There is no built page in dist: run `npm run build` first.')
  }
}
