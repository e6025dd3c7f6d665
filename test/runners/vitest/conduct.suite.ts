import { createTest } from 'cloudsec-fake/vitest'
import { expect } from 'vitest'

import { statusOf } from './client.ts'

const unknown = '/cloud/resource?limit=8'

createTest({ conduct: 'fail' })('conduct: fails after a request for an unknown path', async ({ sandbox }) => {
  expect(await statusOf(sandbox, unknown)).toBe(404)
})

createTest({ conduct: 'warn' })('conduct: passes with a warning', async ({ sandbox }) => {
  expect(await statusOf(sandbox, unknown)).toBe(404)
})

createTest({ conduct: { mode: 'fail', allow: ['matched-no-operation'] } })(
  'conduct: passes where it is allowed',
  async ({ sandbox }) => {
    expect(await statusOf(sandbox, unknown)).toBe(404)
  },
)
