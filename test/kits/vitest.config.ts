import { fileURLToPath } from 'node:url'

import { defineConfig } from 'vitest/config'

const src = fileURLToPath(new URL('../../src', import.meta.url))

export default defineConfig({
  resolve: { alias: [{ find: /^cloudsec-fake$/, replacement: `${src}/index.ts` }] },
  test: {
    root: fileURLToPath(new URL('.', import.meta.url)),
    globalSetup: '../support/setup.ts',
    testTimeout: 600_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // A kit starts a program for each core.
    fileParallelism: false,
  },
})
