import { fileURLToPath } from 'node:url'

import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('.', import.meta.url)),
    globalSetup: ['setup.ts', '../support/setup.ts'],
    testTimeout: 60_000,
  },
})
