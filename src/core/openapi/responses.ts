import type { Profile } from '../assumptions/register.ts'
import { contentTypeOf, retryHeaderCodes } from '../http/answer.ts'
import { statusOf } from '../http/errors.ts'
import type { Operation, SchemaContext } from '../http/types.ts'
import { grouped } from '../lib/grouped.ts'
import type { JsonObject } from '../lib/merge-patch.ts'
import { errorEnvelopeOf } from '../spec/envelope.ts'
import { type ErrorCode, errorCodes, errorDescriptions } from '../spec/errors.ts'
import { rateHeaders } from '../spec/headers.ts'
import { anyOf, reference, type Schemas } from './components.ts'
import type { Examples } from './examples.ts'

export interface Making extends SchemaContext {
  readonly schemas: Schemas
  readonly examples: Examples
}

/** The name of a component for an operation, an error code, or several of them (`ResourceNotFound`). */
export function pascal(...names: readonly string[]): string {
  return names.map((name) => name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())).join('Or')
}

export function responsesOf(making: Making, operation: Operation): JsonObject {
  const served = operation.status(making)
  const refused = grouped(errorCodes, (code) => statusOf(making.choices, code))
  const responses = [...new Set([served, ...refused.keys()])].map((status) => [
    status,
    responseOf(making, refused.get(status) ?? [], status === served ? operation : undefined),
  ])
  return Object.fromEntries(responses)
}

/** @param codes the errors that it may have @param served the operation if it may be a success */
function responseOf(making: Making, codes: readonly ErrorCode[], served: Operation | undefined): JsonObject {
  const { choices, schemas, examples, component } = making
  const errors = codes.length === 0 ? [] : [errorSchema(making, codes)]
  const headers = answerHeaders(choices, codes, served !== undefined)
  const content = (forms: readonly JsonObject[], more = {}) => ({
    [contentTypeOf(making)]: { schema: anyOf(forms), ...more },
  })
  if (served === undefined) {
    const description = `${codes.map((code) => errorDescriptions[code]).join('; ')} (§7).`
    return { description, headers, content: content(errors) }
  }
  const answer = schemas.toJson(component(`${pascal(served.id)}Answer`, () => served.responseSchema(making)))
  const example = examples.get(served)?.answer
  const shown = example === undefined ? {} : { examples: { served: { value: example } } }
  const description = codes.length === 0 ? 'Success.' : 'Success, or an error.'
  return { description, headers, content: content([answer, ...errors], shown) }
}

function errorSchema(making: Making, codes: readonly ErrorCode[]): JsonObject {
  const name = codes.length === errorCodes.length ? 'AnyError' : pascal(...codes)
  return making.schemas.toJson(making.component(`${name}Answer`, () => errorEnvelopeOf(codes)))
}

const whole = { type: 'integer', minimum: 0 }

/** The headers that answers refer to, by the name of the component. */
export function headerComponents(choices: Profile): JsonObject {
  const header = (description: string, schema: JsonObject) => ({ description, required: true, schema })
  const reset = `When the window resets: a Unix timestamp in ${choices.rateResetUnit} (§8).`
  return {
    RateLimit: header('The maximum number of requests an hour (§8).', whole),
    RateRemaining: header('Requests that remain in the window (§8).', whole),
    RateReset: header(reset, { type: 'integer' }),
    ...(choices.deprecation === 'sunset' && {
      Deprecation: header('When this version is deprecated (RFC 9745).', {
        type: 'string',
        pattern: String.raw`^@-?\d+$`,
      }),
      Sunset: header('When this version is switched off (RFC 8594): an HTTP date.', { type: 'string' }),
    }),
  }
}

/** @param codes the errors that it may have @param canServe true if it may be a success */
function answerHeaders(choices: Profile, codes: readonly ErrorCode[], canServe: boolean): JsonObject {
  const retrying = codes.filter((code) => retryHeaderCodes.has(code))
  return {
    [rateHeaders.limit]: reference('headers', 'RateLimit'),
    [rateHeaders.remaining]: reference('headers', 'RateRemaining'),
    [rateHeaders.reset]: reference('headers', 'RateReset'),
    ...(choices.retryAfter === 'present' &&
      retrying.length > 0 && {
        'Retry-After': {
          description: `Seconds to wait before a retry, with ${retrying.join(' and ')}.`,
          required: !canServe && retrying.length === codes.length,
          schema: whole,
        },
      }),
    ...(choices.deprecation === 'sunset' && {
      Deprecation: reference('headers', 'Deprecation'),
      Sunset: reference('headers', 'Sunset'),
    }),
  }
}
