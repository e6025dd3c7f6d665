import { version } from '../../lib/version.ts'
import { jsonType } from '../../spec/headers.ts'
import { parseAddress } from '../address.ts'
import type { Service } from '../steps.ts'
import { describeApi } from './document.ts'
import { collectExamples } from './examples.ts'

/** Answers with the OpenAPI document of the sandbox that was asked: no part of the API, and nothing is counted or kept. */
export async function serveDocument(service: Service, request: Request): Promise<Response> {
  const { sandboxes, operations } = service
  const sandbox = sandboxes.look(parseAddress(request.url).sandbox)
  const document = describeApi(operations, sandbox, await collectExamples(service, sandbox), version)
  return new Response(JSON.stringify(document), {
    headers: { 'Content-Type': jsonType, 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' },
  })
}
