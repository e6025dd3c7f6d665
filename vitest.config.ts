import { fileURLToPath } from 'node:url'

import { defineConfig } from 'vitest/config'

const src = fileURLToPath(new URL('src', import.meta.url))

export default defineConfig({
  // The examples import the package by its name, as whoever copies them does.
  resolve: {
    alias: [
      { find: /^cloudsec-fake$/, replacement: `${src}/index.ts` },
      { find: /^cloudsec-fake\/(\w+)$/, replacement: `${src}/runners/$1.ts` },
    ],
  },
  test: {
    include: ['test/**/*.test.ts', 'examples/**/*.test.ts'],
    testTimeout: 20_000,
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      // The process itself: run as a child process by test/cli.test.ts, where coverage does not reach.
      exclude: ['src/cli/main.ts'],
      reporter: ['text', 'json-summary'],
      thresholds: { lines: 95, statements: 95, functions: 95, branches: 90 },
    },
  },
})
