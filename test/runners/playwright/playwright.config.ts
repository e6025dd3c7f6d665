import { defineConfig } from '@playwright/test'
import type { WorkerFixtures } from 'cloudsec-fake/playwright'

export default defineConfig<object, WorkerFixtures>({
  testMatch: '*.suite.ts',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  projects: [
    { name: 'plain', testIgnore: 'options.suite.ts' },
    { name: 'frozen', testMatch: 'options.suite.ts', use: { fakeOptions: { clock: 'frozen', empty: true } } },
  ],
})
