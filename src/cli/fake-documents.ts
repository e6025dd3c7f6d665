import * as z from 'zod/mini'

import { createFake } from '../core/app/create-fake.ts'
import type { FakeOptions } from '../core/app/options.ts'
import type { JsonObject } from '../core/lib/merge-patch.ts'

/** Reads the OpenAPI document of a fake. */
export async function documentOf(options: FakeOptions): Promise<JsonObject> {
  const fake = await createFake({ clock: 'frozen', ...options })
  try {
    const answer = await fake.fetch(new URL('/openapi.json', fake.baseUrl))
    return z.record(z.string(), z.unknown()).parse(await answer.json())
  } finally {
    await fake.close()
  }
}
