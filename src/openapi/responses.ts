import { contentTypeOf } from '../http/answer.ts'
import { statusOf } from '../http/errors.ts'
import type { Operation, SchemaContext } from '../http/operation.ts'
import { grouped } from '../lib/grouped.ts'
import type { JsonObject } from '../lib/merge-patch.ts'
import { errorEnvelopeOf } from '../spec/envelope.ts'
import { type ErrorCode, errorCodes, errorDescriptions } from '../spec/errors.ts'
import { anyOf, type Schemas } from './components.ts'
import type { Examples } from './examples.ts'
import { answerHeaders } from './headers.ts'

export interface Making extends SchemaContext {
  readonly schemas: Schemas
  readonly examples: Examples
}

/** The name of a component for an operation, an error code, or several of them (`ResourceNotFound`). */
export function pascal(...names: readonly string[]): string {
  return names.map((name) => name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())).join('Or')
}

/** The responses of an operation, by status: the success, and each error. */
export function responsesOf(making: Making, operation: Operation): JsonObject {
  const { assume } = making
  const served = operation.status(assume)
  const groups = grouped(errorCodes, (code) => statusOf(assume, code))
  const refused = [...groups].map(([status, codes]) =>
    status === served
      ? [status, answerOf(making, operation, codes)]
      : [status, errorResponse(making, operation, codes)],
  )
  const answered = groups.has(served) ? [] : [[served, answerOf(making, operation, [])]]
  return Object.fromEntries([...answered, ...refused])
}

/** @param codes the errors that have the status of a success */
function answerOf(making: Making, operation: Operation, codes: readonly ErrorCode[]): JsonObject {
  const { assume, schemas, examples } = making
  const { responseSchema } = operation
  const success = schemas.toJson(making.component(`${pascal(operation.id)}Answer`, () => responseSchema(making)))
  const example = examples.get(operation)?.answer
  const headers = answerHeaders(assume, codes, true)
  const description = codes.length === 0 ? 'It succeeded.' : 'It succeeded, or it failed with an error.'
  const schemasOfBody = codes.length === 0 ? [success] : [success, errorSchema(making, codes)]
  return {
    description,
    headers,
    content: {
      [contentTypeOf(assume)]: {
        schema: anyOf(schemasOfBody),
        ...shown({ ...(example === undefined ? {} : { served: example }), ...refusalsOf(making, operation, codes) }),
      },
    },
  }
}

function errorResponse(making: Making, operation: Operation, codes: readonly ErrorCode[]): JsonObject {
  const { assume } = making
  return {
    description: `${codes.map((code) => errorDescriptions[code]).join('; ')} (§7).`,
    headers: answerHeaders(assume, codes, false),
    content: {
      [contentTypeOf(assume)]: {
        schema: errorSchema(making, codes),
        ...shown(refusalsOf(making, operation, codes)),
      },
    },
  }
}

function errorSchema(making: Making, codes: readonly ErrorCode[]): JsonObject {
  return making.schemas.toJson(making.component(`${errorName(codes)}Answer`, () => errorEnvelopeOf(codes)))
}

/** The envelope of an error is called by its code, or the one for all of them. */
function errorName(codes: readonly ErrorCode[]): string {
  return codes.length === errorCodes.length ? 'AnyError' : pascal(...codes)
}

function refusalsOf({ examples }: Making, operation: Operation, codes: readonly ErrorCode[]): JsonObject {
  const refusals = [...(examples.get(operation)?.refusals ?? [])]
  return Object.fromEntries(refusals.filter(([code]) => codes.includes(code)))
}

function shown(values: JsonObject): JsonObject {
  const examples = Object.entries(values).map(([name, value]) => [name, { value }] as const)
  return examples.length === 0 ? {} : { examples: Object.fromEntries(examples) }
}
