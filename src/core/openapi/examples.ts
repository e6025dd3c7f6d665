import * as z from 'zod/mini'

import { unnoted } from '../assumptions/decided-by.ts'
import { prefixOf } from '../http/address.ts'
import { createApiApp } from '../http/api-app.ts'
import type { Operation, Service } from '../http/types.ts'
import { silentLog } from '../lib/log.ts'
import { fillPath } from '../lib/path-template.ts'
import { tryJson } from '../lib/try-json.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { jsonType, keyHeader, keyScheme } from '../spec/headers.ts'
import { versionPath } from '../spec/version.ts'

/** The id of a record, a body and an answer for each operation; undefined if the dataset has no record for them. */
export type Examples = Awaited<ReturnType<typeof collectExamples>>

const served = z.looseObject({ status: z.literal('success') })
const page = z.object({ data: z.array(z.object({ id: z.string() })) })

/** Requests an example of each operation from a scratch fake with the sandbox's choices and dataset. The sandbox does not change. */
export async function collectExamples(service: Service, sandbox: Sandbox) {
  const { operations, permissions } = service
  const sandboxes = service.sandboxes.scratch(sandbox)
  const scratch = sandboxes.getOrCreate(sandbox.name)
  sandboxes.register(scratch)
  const all = { name: 'Full access', permissions: [...permissions.names], quota: null }
  const key = scratch.keys.create(all, scratch.clock.now())?.secret ?? ''
  const headers = { [keyHeader]: `${keyScheme} ${key}`, 'Content-Type': jsonType }
  const app = createApiApp({ ...service, sandboxes, log: silentLog })
  const context = { ...unnoted(scratch.scenarios.settings.profile), sandbox: scratch }
  const ids = new Map<string, string | undefined>()
  const examples = new Map<Operation, { id: string | undefined; body: unknown; answer: unknown }>()
  for (const operation of operations.toSorted((a, b) => orderOf(a) - orderOf(b))) {
    const { area, method, path, isList } = operation
    const id = ids.get(area)
    const body = operation.body?.example(context)
    const url = `${prefixOf(sandbox.name)}${versionPath}${fillPath(path, { id: id ?? '' })}${isList ? '?limit=2' : ''}`
    const response = await app.request(url, { method, headers, body: JSON.stringify(body) })
    const answer = served.safeParse(tryJson(await response.text())).data
    if (isList) ids.set(area, page.safeParse(answer).data?.data[0]?.id)
    examples.set(operation, { id, body: answer && body, answer })
  }
  sandboxes.close()
  return examples
}

/** Lists come first, because they provide the ids. Writes come last, so that no example shows their effect. */
function orderOf({ isList, body }: Operation): number {
  if (isList) return 0
  return body === undefined ? 1 : 2
}
