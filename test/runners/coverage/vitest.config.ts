import { defineConfig } from 'vitest/config'

export default defineConfig({ test: { include: ['vitest.suite.ts'], testTimeout: 60_000 } })
