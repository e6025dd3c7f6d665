import { grouped } from '../../lib/grouped.ts'
import type { JsonObject } from '../../lib/merge-patch.ts'
import { errorEnvelopeOf } from '../../spec/envelope.ts'
import { type ErrorCode, errorCodes, errorMeanings } from '../../spec/errors.ts'
import { statusOf } from '../errors.ts'
import type { Operation } from '../operation.ts'
import { contentTypeOf } from '../respond.ts'
import type { Shaping } from '../shaping.ts'
import { reference, type Schemas } from './components.ts'
import type { Examples } from './examples.ts'
import { answerHeaders } from './headers.ts'

/** What a document is made of. */
export interface Making extends Shaping {
  readonly schemas: Schemas
  readonly examples: Examples
  /** The responses that operations refer to, by the name of the component. */
  readonly responses: Map<string, JsonObject>
}

/** The name of a component for an operation, an error code, or several of them (`ResourceNotFound`). */
export function pascal(...names: readonly string[]): string {
  return names.map((name) => name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())).join('Or')
}

/** The responses of an operation, by status: where it was served, and each error that can take the place of that. */
export function responsesOf(making: Making, operation: Operation): JsonObject {
  const { assume } = making
  const served = operation.status(assume)
  const groups = grouped(errorCodes, (code) => statusOf(assume, code))
  const refused = [...groups].map(([status, codes]) =>
    status === served ? [status, answerOf(making, operation, codes)] : [status, errorResponse(making, codes)],
  )
  const answered = groups.has(served) ? [] : [[served, answerOf(making, operation, [])]]
  return Object.fromEntries([...answered, ...refused])
}

/** @param codes the errors that have the status of a request that was served */
function answerOf(making: Making, operation: Operation, codes: readonly ErrorCode[]): JsonObject {
  const { assume, schemas, examples } = making
  const envelope = making.named(`${pascal(operation.id)}Answer`, () => operation.answerShape(making))
  const success = schemas.toJson(envelope)
  const example = examples.answerOf(operation)
  return {
    description: codes.length === 0 ? 'What was asked for.' : 'What was asked for, or an error.',
    headers: answerHeaders(assume, codes, true),
    content: {
      [contentTypeOf(assume)]: {
        schema: codes.length === 0 ? success : { anyOf: [success, errorSchema(making, codes)] },
        examples: { ...(example === undefined ? {} : { served: { value: example } }), ...errorExamples(making, codes) },
      },
    },
  }
}

function errorResponse(making: Making, codes: readonly ErrorCode[]): JsonObject {
  const { assume, responses } = making
  const name = errorName(codes)
  responses.set(name, {
    description: `${codes.map((code) => errorMeanings[code]).join('; ')} (§7).`,
    headers: answerHeaders(assume, codes, false),
    content: {
      [contentTypeOf(assume)]: { schema: errorSchema(making, codes), examples: errorExamples(making, codes) },
    },
  })
  return reference('responses', name)
}

function errorSchema(making: Making, codes: readonly ErrorCode[]): JsonObject {
  return making.schemas.toJson(making.named(`${errorName(codes)}Answer`, () => errorEnvelopeOf(codes)))
}

/** The envelope of an error is called by its code, or the one for all of them. */
function errorName(codes: readonly ErrorCode[]): string {
  return codes.length === errorCodes.length ? 'AnyError' : pascal(...codes)
}

function errorExamples({ examples }: Making, codes: readonly ErrorCode[]): JsonObject {
  return Object.fromEntries(codes.map((code) => [code, { value: examples.refusalOf(code) }]))
}
