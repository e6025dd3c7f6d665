import type { SandboxClient } from 'cloudsec-fake'
import { createTest, test } from 'cloudsec-fake/vitest'

test('one', async ({ sandbox, fake }) => {
  const held: SandboxClient = sandbox
  await held.clock.advance('1s')
  await fake.close()
})
// @ts-expect-error: no such fixture
test('one', ({ sandbocks }) => sandbocks)
// @ts-expect-error: no such option
createTest({ clocks: 'frozen' })
