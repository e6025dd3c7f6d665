import { createTest } from 'cloudsec-fake/vitest'
import { expect } from 'vitest'

import { statusOf } from './client.ts'

const byHand = '/cloud/resources?page=2&limit=8'

createTest({ conduct: 'fail' })('conduct: fails after a page link made by hand', async ({ sandbox }) => {
  expect(await statusOf(sandbox, byHand)).toBe(200)
})

createTest({ conduct: 'warn' })('conduct: passes with a warning', async ({ sandbox }) => {
  expect(await statusOf(sandbox, byHand)).toBe(200)
})

createTest({ conduct: { mode: 'fail', allow: ['built-page-link'] } })(
  'conduct: passes where it is allowed',
  async ({ sandbox }) => {
    expect(await statusOf(sandbox, byHand)).toBe(200)
  },
)
