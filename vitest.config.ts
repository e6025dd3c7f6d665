import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'

import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

const src = fileURLToPath(new URL('src', import.meta.url))

/** The files that take longest, the longest first. */
const long = [
  'resolve',
  'openapi-answers',
  'runners',
  'sweep/sweep',
  'cli-exec',
  'cli-stop',
  'control-sandboxes',
  'docs/examples',
]

/** Starts the longest files first, so that no worker is left with one at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const found = long.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`))
      return found === -1 ? long.length : found
    }
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b))
  }
}

export default defineConfig({
  // The examples import the package by its name, as a copy of them does.
  resolve: {
    alias: [
      { find: /^cloudsec-fake$/, replacement: `${src}/index.ts` },
      { find: /^cloudsec-fake\/([\w-]+)$/, replacement: `${src}/runners/$1.ts` },
    ],
  },
  test: {
    include: ['test/**/*.test.ts', 'examples/**/*.test.ts'],
    // They have scripts of their own: npm run test:packed, test:dashboard, test:clients and test:system.
    exclude: [...configDefaults.exclude, 'test/packed/**', 'test/dashboard/**', 'test/clients/**', 'test/system/**'],
    // They end what hangs. Programs that a test starts take minutes on a busy machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    reporters: ['minimal'],
    globalSetup: 'test/support/setup.ts',
    sequence: { sequencer: LongestFirst },
    // Each worker loads the sources once. A test file that mocks a module resets all modules afterwards.
    isolate: false,
    // Some tests wait for seconds: one worker more than there are cores keeps the cores busy.
    maxWorkers: availableParallelism() + 1,
    maxConcurrency: 20,
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      // Run in processes of their own, where coverage does not reach: by test/cli.test.ts, by each runner in test/runners.test.ts, and in Chromium.
      exclude: ['src/cli/main.ts', 'src/runners/*.ts', 'src/dashboard/**'],
      reporter: ['text', 'json-summary'],
      thresholds: { lines: 95, statements: 95, functions: 95, branches: 90 },
    },
  },
})
