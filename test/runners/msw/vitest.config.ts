import { defineConfig } from 'vitest/config'

export default defineConfig({ test: { include: ['*.suite.ts'], maxWorkers: 2, testTimeout: 60_000 } })
