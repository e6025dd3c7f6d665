import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'

import { defineConfig } from 'vitest/config'

export default defineConfig({
  // The tests start the library that was built.
  resolve: { alias: { 'cloudsec-fake': fileURLToPath(new URL('../../dist/index.js', import.meta.url)) } },
  test: {
    root: fileURLToPath(new URL('.', import.meta.url)),
    globalSetup: 'support/setup.ts',
    testTimeout: 60_000,
    // A browser on a busy machine may miss a time-out. A test that fails three times is red.
    retry: process.env['CLOUDSEC_BROWSER'] === 'required' ? 2 : 0,
    server: { deps: { external: [/\/dist\//] } },
    // Each worker keeps its Chromium.
    isolate: false,
    maxWorkers: availableParallelism(),
  },
})
