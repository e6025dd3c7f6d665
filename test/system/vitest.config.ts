import { fileURLToPath } from 'node:url'

import { defineConfig } from 'vitest/config'

export default defineConfig({
  // The tests start the program and the library that were built.
  resolve: { alias: { 'cloudsec-fake': fileURLToPath(new URL('../../dist/index.js', import.meta.url)) } },
  test: {
    root: fileURLToPath(new URL('.', import.meta.url)),
    globalSetup: ['../support/setup.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    server: { deps: { external: [/\/dist\//] } },
  },
})
