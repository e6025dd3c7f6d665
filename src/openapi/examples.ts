import { createAssume } from '../assumptions/used.ts'
import { prefixOf } from '../http/address.ts'
import type { Operation } from '../http/operation.ts'
import { createApiApp } from '../http/pipeline.ts'
import type { Service } from '../http/request-handling.ts'
import { silentLog } from '../lib/log.ts'
import { isJsonObject } from '../lib/merge-patch.ts'
import { fillPath } from '../lib/path-template.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { jsonType, keyHeader, keyScheme } from '../spec/headers.ts'
import { versionPath } from '../spec/version.ts'

/** The example of an operation. The parts are undefined where the dataset has no record for them. */
interface OperationExample {
  readonly parameters: Readonly<Record<string, string>>
  /** The body of a request that is served. */
  readonly body: unknown
  readonly answer: unknown
}

export type Examples = ReadonlyMap<Operation, OperationExample>

type Ask = (operation: Operation, parameters?: OperationExample['parameters'], body?: unknown) => Promise<unknown>

/** Asks scratch fakes with the choices and the dataset of a sandbox for an example of each operation. The sandbox does not change. */
export async function collectExamples(service: Service, sandbox: Sandbox): Promise<Examples> {
  const examples = new Map<Operation, OperationExample>()
  for (const operation of service.operations) {
    // Each has a fake of its own, so that none shows what another one created.
    const sandboxes = service.sandboxes.scratch(sandbox)
    const scratch = sandboxes.getOrCreate(sandbox.name)
    sandboxes.register(scratch)
    const ask = askerOf({ ...service, sandboxes, log: silentLog }, scratch)
    examples.set(operation, await exampleOf(ask, service.operations, operation, scratch))
    sandboxes.close()
  }
  return examples
}

/** Sends requests to a sandbox with a key that may do everything; the answers are their bodies. */
function askerOf(service: Service, { name, keys, clock }: Sandbox): Ask {
  const app = createApiApp(service)
  const made = keys.create(
    { name: 'Full access', permissions: [...service.permissions.names], quota: null },
    clock.now(),
  )
  return async ({ method, path, isList }, parameters = {}, body) => {
    const url = `${prefixOf(name)}${versionPath}${fillPath(path, parameters)}${isList ? '?limit=2' : ''}`
    const answer = await app.request(url, {
      method,
      headers: {
        [keyHeader]: `${keyScheme} ${made?.secret ?? ''}`,
        ...(body === undefined ? {} : { 'Content-Type': jsonType }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return answer.body === null ? null : await answer.json()
  }
}

async function exampleOf(
  ask: Ask,
  operations: readonly Operation[],
  operation: Operation,
  sandbox: Sandbox,
): Promise<OperationExample> {
  const context = { sandbox, assume: createAssume(sandbox.scenarios.settings.profile) }
  const parameters: Record<string, string> = {}
  for (const name of Object.keys(operation.pathParameters)) {
    const value = await firstId(ask, operations, operation)
    if (value === undefined) return { parameters, body: undefined, answer: undefined }
    parameters[name] = value
  }
  const body = operation.body?.example(context)
  const answer = await ask(operation, parameters, body)
  const isServed = isJsonObject(answer) && answer['status'] === 'success'
  return { parameters, body: isServed ? body : undefined, answer: isServed ? answer : undefined }
}

/** The id of the first record that is listed in the area of an operation. */
async function firstId(ask: Ask, operations: readonly Operation[], { area }: Operation): Promise<string | undefined> {
  const list = operations.find((operation) => operation.area === area && operation.isList)
  const answer = list === undefined ? undefined : await ask(list)
  const first: unknown = isJsonObject(answer) && Array.isArray(answer['data']) ? answer['data'][0] : undefined
  return isJsonObject(first) && typeof first['id'] === 'string' ? first['id'] : undefined
}
