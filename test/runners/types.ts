import type { SandboxClient, Fake } from 'cloudsec-fake'
import type { handlers } from 'cloudsec-fake/msw'
import { test as playwright } from 'cloudsec-fake/playwright'
import { test as vitest } from 'cloudsec-fake/vitest'
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

playwright('types', ({ sandbox, fake }) => {
  expectTypeOf<typeof sandbox>().toEqualTypeOf<SandboxClient>()
  expectTypeOf<typeof fake>().toEqualTypeOf<Fake>()
})

playwright.use({ fakeOptions: { seed: 2 } })
// @ts-expect-error: no such option
playwright.use({ fakeOptions: { sed: 2 } })

expectTypeOf<ReturnType<typeof handlers>>().toEqualTypeOf<HttpHandler[]>()
