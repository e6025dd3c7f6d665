import { defineConfig } from '@playwright/test'

export default defineConfig({ testMatch: 'playwright.suite.ts', workers: 1, retries: 0 })
