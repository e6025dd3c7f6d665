import { version } from '../../lib/version.ts'
import { jsonType } from '../../spec/headers.ts'
import type { Service } from '../steps.ts'
import { describeApi } from './document.ts'

/** Answers with the OpenAPI document of a sandbox: it is no part of the API, and nothing is counted or kept. @param name of the sandbox */
export function serveDocument({ sandboxes, operations }: Service, name: string): Response {
  const sandbox = sandboxes.look(name)
  const document = describeApi(operations, sandbox, () => sandboxes.scratch(sandbox), version)
  return new Response(JSON.stringify(document), {
    headers: { 'Content-Type': jsonType, 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' },
  })
}
