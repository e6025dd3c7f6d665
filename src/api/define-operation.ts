import type { Assume } from '../assumptions/register.ts'
import { itemBody } from '../http/answer.ts'
import { type BodyDeclaration, bodyReader, type SentBody, decodeBody } from '../http/body.ts'
import type { Method, OperationDeclaration, OperationDefinition, OperationNames } from '../http/operation.ts'
import { type PathParameters, readPathParameters, notFound } from '../http/parameters.ts'
import { refuseQuery } from '../http/query.ts'
import type { RequestContext } from '../http/request-context.ts'
import type { SchemaFor } from '../http/schema-context.ts'
import { storedBytes } from '../lib/byte-limit.ts'
import { type ParameterOf, parameterNames } from '../lib/path-template.ts'
import { ApiError } from '../spec/api-error.ts'
import { itemEnvelope } from '../spec/envelope.ts'
import { emptyStatus, readStatus } from '../spec/errors.ts'

/** The part that every kind of operation declares. */
export interface Declaration<Path extends string> extends OperationDeclaration<Path> {
  /** The parameters of the path: exactly those that it names (none). */
  readonly parameters?: PathParameters<ParameterOf<Path>>
}

export type Values<Path extends string> = Readonly<Record<ParameterOf<Path>, string>>

interface GetDeclaration<Path extends string> extends Declaration<Path> {
  readonly schema: SchemaFor
  /** The record as JSON text; undefined where there is none. */
  readonly handle: (ctx: RequestContext, values: Values<Path>) => string | undefined
}

interface CreateDeclaration<Path extends string, B, Checked> extends Declaration<Path> {
  readonly schema: SchemaFor
  readonly body: BodyDeclaration<B>
  readonly status: (assume: Assume) => number
  /** Checks what the schema cannot say, and returns what `handle` needs. @throws ApiError */
  readonly check: (ctx: RequestContext, body: B, values: Values<Path>) => Checked
  /** Creates the record and returns it as JSON text. */
  readonly handle: (ctx: RequestContext, checked: Checked) => string
}

interface ActionDeclaration<Path extends string, B> extends Declaration<Path> {
  readonly method: Exclude<Method, 'GET'>
  /** The record that it answers (no body, and status 204). */
  readonly schema?: SchemaFor
  readonly body?: BodyDeclaration<B>
  /** The record as JSON text; null for a response without a body; undefined where there is no such record. @throws ApiError */
  readonly handle: (ctx: RequestContext, values: Values<Path>, body: B | undefined) => string | null | undefined
}

/** The fields of an operation that is nothing special: it takes no query and no body, and stores nothing. */
export function plain<Path extends string>({ path, parameters }: Pick<Declaration<Path>, 'path' | 'parameters'>) {
  const pathParameters: PathParameters<string> = parameters ?? {}
  const [named, declared] = [parameterNames(path), Object.keys(pathParameters)]
  if (named.join() !== declared.join()) throw new Error(`${path}: its parameters are declared as ${declared.join()}`)
  const none = {
    queryParameters: {},
    body: undefined,
    isList: false,
    filters: undefined,
    storesRecord: false,
  }
  return { ...none, pathParameters, status: () => readStatus }
}

export function defineGet<const Path extends string, const Id extends string, const Permission extends string>(
  declaration: GetDeclaration<Path> & OperationNames<Id, Permission>,
): OperationDefinition<Id, Permission> {
  const { handle, schema, parameters, ...declared } = declaration
  const read = (ctx: RequestContext): Values<Path> => {
    refuseQuery(ctx.assume, ctx.address.query)
    return readPathParameters(ctx, parameters)
  }
  return {
    ...plain(declaration),
    ...declared,
    method: 'GET',
    responseSchema: (context) => itemEnvelope(schema(context)),
    check: read,
    serve: (ctx) => itemBody(handle(ctx, read(ctx)) ?? refuseUnknown(ctx)),
  }
}

export function defineCreate<
  const Path extends string,
  const Id extends string,
  const Permission extends string,
  B,
  Checked,
>(
  declaration: CreateDeclaration<Path, B, Checked> & OperationNames<Id, Permission>,
): OperationDefinition<Id, Permission> {
  const { check, handle, schema, parameters, ...declared } = declaration
  const readBody = bodyReader(declared.body)
  const read = (ctx: RequestContext, sent: SentBody): { readonly checked: Checked; readonly length: number } => {
    refuseQuery(ctx.assume, ctx.address.query)
    const values = readPathParameters(ctx, parameters)
    const plainBody = decodeBody(ctx, sent)
    return { checked: check(ctx, readBody(ctx.assume, plainBody), values), length: plainBody.bytes.length }
  }
  return {
    ...plain(declaration),
    ...declared,
    method: 'POST',
    storesRecord: true,
    responseSchema: (context) => itemEnvelope(schema(context)),
    check: read,
    serve: (ctx, sent) => {
      const { checked, length } = read(ctx, sent)
      const { storage } = ctx.sandbox
      const bytes = storedBytes(length)
      if (!storage.hasRoom(bytes)) throw noRoom(storage.maxBytes)
      const data = handle(ctx, checked)
      storage.take(bytes)
      return itemBody(data)
    },
  }
}

export function defineAction<
  const Path extends string,
  const Id extends string,
  const Permission extends string,
  B = undefined,
>(declaration: ActionDeclaration<Path, B> & OperationNames<Id, Permission>): OperationDefinition<Id, Permission> {
  const { handle, schema, parameters, body, ...declared } = declaration
  const readBody = body === undefined ? undefined : bodyReader(body)
  const read = (ctx: RequestContext, sent: SentBody) => {
    refuseQuery(ctx.assume, ctx.address.query)
    const values = readPathParameters(ctx, parameters)
    return { values, content: readBody?.(ctx.assume, decodeBody(ctx, sent)) }
  }
  return {
    ...plain(declaration),
    ...declared,
    body,
    responseSchema: schema === undefined ? undefined : (context) => itemEnvelope(schema(context)),
    status: () => (schema === undefined ? emptyStatus : readStatus),
    check: read,
    serve: (ctx, sent) => {
      const { values, content } = read(ctx, sent)
      const data = handle(ctx, values, content)
      if (data === undefined) return refuseUnknown(ctx)
      return data === null ? null : itemBody(data)
    },
  }
}

/** Refuses a request for a record that does not exist. The last parameter of the path names it. */
function refuseUnknown({ parameters }: RequestContext): never {
  const [name, text] = Object.entries(parameters).at(-1) ?? ['id', '']
  throw notFound(name, text)
}

function noRoom(maxBytes: number): ApiError {
  return new ApiError(
    'service_unavailable',
    `the bound of ${maxBytes} bytes for created records is reached; restart the fake`,
  )
}
