import type { TestContext } from 'node:test'

import type { SandboxClient, Fake } from 'cloudsec-fake'
import { createTest as createJestTest } from 'cloudsec-fake/jest'
import type { handlers } from 'cloudsec-fake/msw'
import { createTest as createNodeTest } from 'cloudsec-fake/node-test'
import { test as playwright } from 'cloudsec-fake/playwright'
import { createTest, test as vitest } from 'cloudsec-fake/vitest'
import type { HttpHandler } from 'msw'
import { expectTypeOf } from 'vitest'

vitest('types', ({ sandbox, fake }) => {
  expectTypeOf<typeof sandbox>().toEqualTypeOf<SandboxClient>()
  expectTypeOf<typeof fake>().toEqualTypeOf<Fake>()
})

vitest.beforeAll(({ fake }) => {
  expectTypeOf<typeof fake>().toEqualTypeOf<Fake>()
})

vitest.override({ fakeOptions: { seed: 2 } })
// @ts-expect-error: no such option
vitest.override({ fakeOptions: { sed: 2 } })

createTest({ seed: 2 })('types', ({ sandbox }) => {
  expectTypeOf<typeof sandbox>().toEqualTypeOf<SandboxClient>()
})
// @ts-expect-error: no such option
createTest({ sed: 2 })

const jest = createJestTest({ seed: 2 })
jest.concurrent('types', ({ sandbox, fake }) => {
  expectTypeOf<typeof sandbox>().toEqualTypeOf<SandboxClient>()
  expectTypeOf<typeof fake>().toEqualTypeOf<Fake>()
})
jest.only.each([1, 2])('types', ({ sandbox }, row) => {
  expectTypeOf<typeof sandbox>().toEqualTypeOf<SandboxClient>()
  expectTypeOf<typeof row>().toEqualTypeOf<number>()
})
// @ts-expect-error: no such option
createJestTest({ sed: 2 })

const node = createNodeTest({ seed: 2 })
node.skip('types', { timeout: 1 }, ({ sandbox, t }) => {
  expectTypeOf<typeof sandbox>().toEqualTypeOf<SandboxClient>()
  expectTypeOf<typeof t>().toEqualTypeOf<TestContext>()
})
// @ts-expect-error: no such option
createNodeTest({ sed: 2 })

playwright('types', ({ sandbox, fake }) => {
  expectTypeOf<typeof sandbox>().toEqualTypeOf<SandboxClient>()
  expectTypeOf<typeof fake>().toEqualTypeOf<Fake>()
})

playwright.use({ fakeOptions: { seed: 2 } })
// @ts-expect-error: no such option
playwright.use({ fakeOptions: { sed: 2 } })

expectTypeOf<ReturnType<typeof handlers>>().toEqualTypeOf<HttpHandler[]>()
