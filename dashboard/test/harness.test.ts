import { it } from 'vitest'

import { describeDashboard, expect } from './support/dashboard.ts'

describeDashboard('a test of the dashboard fails if its page', (start) => {
  it.fails.each([
    ['logs an error', "console.error('bad')"],
    ['throws later', "setTimeout(() => { throw new Error('late') })"],
    ['asks another origin', "fetch('http://localhost:9/').catch(() => {})"],
    ['asks for an asset that is missing', "fetch('/_dashboard/missing.js')"],
    ['opens a dialog of the browser', "alert('hello')"],
    ['breaks its policy', "document.body.append(Object.assign(document.createElement('script'), { text: '1' }))"],
  ])('%s', async (_, script) => {
    const { page, open, origin } = await start()
    await page.route(`${origin}/`, async (route) => {
      await route.fulfill({ contentType: 'text/html', headers: { 'Content-Security-Policy': "script-src 'none'" } })
    })
    await open()
    await expect(page).toHaveURL(`${origin}/`)
    await page.evaluate(script)
    await page.waitForTimeout(100)
  })
})
