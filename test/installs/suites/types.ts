import type { AddressInfo } from 'node:net'

import { ControlError, type Fake, type SandboxClient, startFake } from 'cloudsec-fake'
import { createTest } from 'cloudsec-fake/jest'
import { handlers } from 'cloudsec-fake/msw'
import { test as nodeTest } from 'cloudsec-fake/node-test'
import { test as playwright } from 'cloudsec-fake/playwright'

type IsAny<Type> = 0 extends 1 & Type ? true : false
type Held<Type extends false> = Type

export type NoneIsAny = [
  Held<IsAny<Fake>>,
  Held<IsAny<SandboxClient>>,
  Held<IsAny<ControlError>>,
  Held<IsAny<AddressInfo>>,
]

export async function handled(): Promise<number> {
  const fake = await startFake({ clock: 'frozen' })
  // @ts-expect-error: no such option
  await startFake({ clocks: 'frozen' })
  if (fake instanceof ControlError) return 0
  return handlers('https://api.example.com/v1', fake).length
}

const jest = createTest({ clock: 'frozen' })
jest('one', async ({ sandbox }) => await sandbox.scenarios.on('flaky'))
jest.each([[1, 'a']] as [number, string][])('%i %s', ({ sandbox }, count, name) => {
  const held: [number, string, string] = [count, name, sandbox.name]
  return held
})
// @ts-expect-error: no such option
createTest({ clocks: 'frozen' })
nodeTest('one', { timeout: 300 }, async ({ sandbox, t }) => t.diagnostic(sandbox.baseUrl))
playwright('one', async ({ sandbox }) => await sandbox.clock.advance('1s'))
// @ts-expect-error: no such fixture
playwright('one', ({ sandbocks }) => sandbocks)
