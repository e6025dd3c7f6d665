import { createAssume } from '../assumptions/used.ts'
import type { Operation, SchemaContext } from '../http/operation.ts'
import type { Service } from '../http/request-handling.ts'
import { isJsonObject, type JsonObject } from '../lib/merge-patch.ts'
import { unknownId } from '../random/ids.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { type ErrorCode, errorCodes } from '../spec/errors.ts'
import { type Trial, tryOut } from './trial.ts'

interface OperationExamples {
  /** The values of the parameters of its path; none where the dataset has no such record. */
  readonly parameters: Readonly<Record<string, string>>
  /** The body of a request that is served; undefined where there is none. */
  readonly body: unknown
  /** A successful response; undefined where the dataset has no record for one. */
  readonly answer: unknown
  /** Its errors, without the codes that only a magic id or a scenario can produce. */
  readonly refusals: ReadonlyMap<ErrorCode, unknown>
}

export type Examples = ReadonlyMap<Operation, OperationExamples>

/** A short page, and encoding that no choice makes valid. */
const [shortPage, brokenQuery] = ['limit=2', '%']

/** A malformed id, and the end of an id that no record has. */
const [malformedId, unknownEnd] = ['not-a-uuid', unknownId.slice(-12)]

type Ask = (trial: Trial) => Promise<unknown>

/** Asks a scratch fake for an example of each response. */
export async function collectExamples(service: Service, sandbox: Sandbox): Promise<Examples> {
  const { sandboxes, operations } = service
  const fresh = sandboxes.scratch(sandbox)
  const assume = createAssume(sandbox.scenarios.settings.profile)
  const context = { sandbox: fresh.getOrCreate(sandbox.name), assume }
  const examples = new Map<Operation, OperationExamples>()
  for (const operation of operations) {
    const ask: Ask = (trial) => tryOut(service, sandbox, trial)
    examples.set(operation, await examplesOf(ask, operations, operation, context))
  }
  fresh.close()
  return examples
}

async function examplesOf(
  ask: Ask,
  operations: readonly Operation[],
  operation: Operation,
  context: Pick<SchemaContext, 'assume' | 'sandbox'>,
): Promise<OperationExamples> {
  const names = Object.keys(operation.pathParameters)
  const id = names.length === 0 ? undefined : await readId(ask, operations, operation)
  const parameters = id === undefined ? {} : { id }
  const body = operation.body?.example(context)
  const usual: Trial = {
    operation,
    parameters: Object.fromEntries(names.map((name) => [name, id ?? unknownId])),
    body,
    query: operation.isList ? shortPage : '',
  }
  const answer = await ask(usual)
  const served = isJsonObject(answer) && answer['status'] === 'success' ? answer : undefined
  const unknown = toUnknown(usual, served, operation.body?.exampleOfUnknown?.(context))
  const refusals = new Map<ErrorCode, unknown>()
  for (const code of errorCodes) {
    const refusal = await refusalOf(ask, code, trialsOf(code, usual, unknown))
    if (refusal !== undefined) refusals.set(code, refusal)
  }
  return { parameters, body: served && body, answer: served, refusals }
}

/** The id of the first record that is listed in the area of an operation. */
async function readId(ask: Ask, operations: readonly Operation[], { area }: Operation): Promise<string | undefined> {
  const list = operations.find((operation) => operation.area === area && operation.isList)
  const answer = list === undefined ? undefined : await ask({ operation: list, query: shortPage })
  const items = isJsonObject(answer) && Array.isArray(answer['data']) ? answer['data'] : []
  const first: unknown = items[0]
  return isJsonObject(first) && typeof first['id'] === 'string' ? first['id'] : undefined
}

/** The first answer that has an error code. */
async function refusalOf(ask: Ask, code: ErrorCode, trials: readonly Trial[]): Promise<unknown> {
  for (const trial of trials) {
    const answer = await ask(trial)
    const error = isJsonObject(answer) ? answer['error'] : undefined
    if (isJsonObject(error) && error['code'] === code) return answer
  }
  return undefined
}

/**
 * The requests that can be answered with an error, the most usual first.
 * @param usual a successful request
 * @param unknown a request for a record that does not exist
 */
function trialsOf(code: ErrorCode, usual: Trial, unknown: Trial): readonly Trial[] {
  switch (code) {
    case 'authentication_error':
      return [{ ...usual, key: 'none' }]
    case 'authorization_error':
      return [{ ...usual, key: 'limited' }]
    case 'rate_limit_exceeded':
      return [{ ...usual, key: 'exhausted' }]
    case 'internal_error':
      return [{ ...usual, fake: 'broken' }]
    case 'service_unavailable':
      return [{ ...usual, fake: 'full' }]
    case 'invalid_request':
      return [toInvalid(usual), { ...usual, query: brokenQuery }]
    case 'resource_not_found':
      return [unknown]
  }
}

function toInvalid(usual: Trial): Trial {
  const { operation, parameters = {} } = usual
  const names = Object.keys(parameters)
  if (names.length > 0) return { ...usual, parameters: Object.fromEntries(names.map((name) => [name, malformedId])) }
  return operation.body === undefined ? { ...usual, query: 'limit=0' } : { ...usual, body: {} }
}

/** A request for a record that does not exist, or for the page after the last. @param body a body about such a record */
function toUnknown(usual: Trial, served: JsonObject | undefined, body: unknown): Trial {
  const { operation, parameters = {} } = usual
  const [name, id] = Object.entries(parameters).at(-1) ?? []
  if (name !== undefined && id !== undefined) {
    return { ...usual, parameters: { ...parameters, [name]: id.slice(0, -unknownEnd.length) + unknownEnd } }
  }
  if (operation.body !== undefined) return { ...usual, body }
  const pages = isJsonObject(served?.['pagination']) ? Number(served['pagination']['total_pages']) : 0
  return { ...usual, query: `${shortPage}&page=${Math.max(1, pages) + 1}` }
}
