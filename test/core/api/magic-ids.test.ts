import { expect, it, onTestFinished, vi } from 'vitest'

import { conventionalStatuses } from '../../../src/core/assumptions/error-statuses.ts'

it('are of one error each: a second code with a status in use is refused at load', async () => {
  vi.resetModules()
  onTestFinished(() => {
    vi.doUnmock('../../../src/core/assumptions/error-statuses.ts')
    vi.resetModules()
  })
  vi.doMock('../../../src/core/assumptions/error-statuses.ts', async (importOriginal) => ({
    ...(await importOriginal<object>()),
    conventionalStatuses: { ...conventionalStatuses, internal_error: 503 },
  }))
  await expect(import('../../../src/index.ts')).rejects.toThrow('magic ids: must not contain duplicates')
})
