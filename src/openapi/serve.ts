import type { Address } from '../http/address.ts'
import { uncached } from '../http/answer.ts'
import type { Service } from '../http/request-handling.ts'
import { version } from '../lib/version.ts'
import { defaultSandbox } from '../sandbox/sandboxes.ts'
import { jsonType } from '../spec/headers.ts'
import { describeApi } from './document.ts'
import { collectExamples } from './examples.ts'

/** Answers with the OpenAPI document of a sandbox: it is no part of the API, and nothing is counted or kept. */
export async function serveDocument(
  service: Service,
  { sandbox: name = defaultSandbox, prefix }: Address,
): Promise<Response> {
  const sandbox = service.sandboxes.getOrCreate(name)
  const document = describeApi(service, sandbox, await collectExamples(service, sandbox), { version, prefix })
  return new Response(JSON.stringify(document), {
    headers: { 'Content-Type': jsonType, ...uncached },
  })
}
