import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'

import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

import { createProgress } from './test/support/progress.ts'

const src = fileURLToPath(new URL('src', import.meta.url))

/** Tests that start many programs and take most of the time, the longest first: `npm run test:programs`, and a part of `npm run check`. */
const programs = [
  'test/docs/examples.test.ts',
  'test/runners/runners.test.ts',
  'test/tools/sweep/sweep.test.ts',
  'test/tools/drift/planted.test.ts',
  'test/tools/drift/command.test.ts',
  'test/tools/capture/live.test.ts',
  'test/tools/capture/strange.test.ts',
  'test/tools/capture/profiles.test.ts',
  'test/tools/resolve/resolve.test.ts',
  'test/tools/resolve/troubles.test.ts',
  'test/cli/hostile-services.test.ts',
  'test/cli/interrupts.test.ts',
  'test/cli/hostile-memory.test.ts',
  'test/core/http/request-bytes.test.ts',
  'test/cli/exec.test.ts',
  'test/cli/lifecycle.test.ts',
  'test/cli/init.test.ts',
  'test/cli/shell.test.ts',
  'test/cli/stop.test.ts',
  'test/core/faults/shutdown.test.ts',
  'test/cli/cli.test.ts',
  'test/tools/sweep/split.test.ts',
  'test/tools/sweep/files.test.ts',
  'test/client.test.ts',
  'test/mcp/mcp.test.ts',
  'test/built.test.ts',
  'test/bench.test.ts',
  'test/examples.test.ts',
  'examples/**/*.test.ts',
]

/** Starts the longest files first, so that no worker is left with one at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ moduleId }: TestSpecification): number => {
      const found = programs.findIndex((name) => moduleId.endsWith(`/${name}`))
      return found === -1 ? programs.length : found
    }
    return (await super.sort(files)).toSorted((a, b) => place(a) - place(b))
  }
}

/** They have scripts of their own: npm run test:packed, test:clients, test:kits and test:system. */
const elsewhere = [...configDefaults.exclude, 'test/packed/**', 'test/clients/**', 'test/kits/**', 'test/system/**']

export default defineConfig({
  // The examples import the package by its name, as a copy of them does.
  resolve: {
    alias: [
      { find: /^cloudsec-fake$/, replacement: `${src}/index.ts` },
      { find: /^cloudsec-fake\/([\w-]+)$/, replacement: `${src}/runners/$1.ts` },
    ],
  },
  test: {
    projects: [
      { extends: true, test: { name: 'core', include: ['test/**/*.test.ts'], exclude: [...elsewhere, ...programs] } },
      { extends: true, test: { name: 'programs', include: programs, exclude: configDefaults.exclude } },
    ],
    // They end what hangs. Programs that a test starts take minutes on a busy machine.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    reporters: [createProgress(), 'minimal'],
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
      // Run in processes of their own, where coverage does not reach: by test/cli/cli.test.ts, by each runner in test/runners/runners.test.ts, and in Chromium.
      exclude: ['src/cli/main.ts', 'src/runners/*.ts'],
      reporter: ['text', 'json-summary'],
      thresholds: { lines: 95, statements: 95, functions: 95, branches: 90 },
    },
  },
})
