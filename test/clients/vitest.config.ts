import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'

import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('.', import.meta.url)),
    globalSetup: '../support/setup.ts',
    // A sweep runs a client dozens of times.
    testTimeout: 600_000,
    hookTimeout: 120_000,
    // Clients wait by the wall clock, which a busy machine disturbs. A test that fails three times is red.
    retry: process.env['CLOUDSEC_SYSTEM'] === 'required' ? 2 : 0,
    // Clients wait for most of the time.
    maxConcurrency: 2 * availableParallelism(),
    fileParallelism: false,
  },
})
