import * as z from 'zod/mini'

import type { LocalFake } from '../core/app/create-fake.ts'
import type { DocumentOf } from '../tools/drift/fit.ts'

/** Makes the OpenAPI documents of a fake, each in a sandbox with other choices. */
export const documentsOf =
  (fake: LocalFake): DocumentOf =>
  async (choices) => {
    const sandbox = fake.sandbox('document')
    await sandbox.assumptions.set(choices)
    const answer = await fake.fetch(new URL(`/@${sandbox.name}/openapi.json`, fake.baseUrl))
    await sandbox.delete()
    return z.record(z.string(), z.unknown()).parse(await answer.json())
  }
