import * as z from 'zod/mini'

import type { Match } from '../../journal/verify.ts'
import { lazily } from '../../lib/lazily.ts'
import type { ParameterOf } from '../../lib/path-template.ts'
import { wholeNumber } from '../../lib/whole-number.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A value by name: a query parameter, or a field of the body that a flag gives. */
export interface Parameter<S extends z.ZodMiniType = z.ZodMiniType> {
  /** A sentence for the OpenAPI document and for the help of a command. */
  readonly description: string
  readonly schema: () => S
  /** The flag for it, if name and schema do not determine it (`--job <id>`). */
  readonly flag?: string
}

/** A command that calls an endpoint, and prints the answer. */
export interface Command {
  /** A phrase for the help (the summary of the endpoint). */
  readonly about?: string
  /** The flags, by the query parameter or the field of the body that each gives (the query). */
  readonly flags?: Readonly<Record<string, Parameter>>
  /** The help for arguments, by name (their names). */
  readonly arguments?: Readonly<Record<string, string>>
  /** Fields of the body, from the argument that is not in the path (none). */
  readonly body?: (argument: string | undefined) => Readonly<Record<string, unknown>>
  /** True if it refuses an unknown sandbox, which the call would create. */
  readonly needsSandbox?: boolean
  /** The columns of its table (no table). */
  readonly columns?: readonly string[]
  /** Formats the answer for people (its fields, one on a line). */
  text?(answer: unknown): string
}

/** The schemas that only the running fake knows. */
export interface KnownForms {
  /** The condition of a verification: it names operations of the API. */
  readonly match: () => z.ZodMiniType<Match>
  readonly permission: () => z.ZodMiniType<string>
  readonly scenario: () => z.ZodMiniType
}

/**
 * One endpoint of the control plane: everything but its handler.
 * The router, the client, its types and the OpenAPI document follow from it. Schemas are functions because most starts need none of them.
 */
export interface Endpoint {
  readonly method: Method
  /** Below `/_control` (`/scenarios/{name}`); empty for the control plane itself. */
  readonly path: string
  /** A phrase for the OpenAPI document, beginning with a verb (`Shows the clock`). */
  readonly summary: string
  readonly query?: Readonly<Record<string, Parameter>>
  /** The request body, checked before the handler runs (none). */
  readonly body?: (known: KnownForms) => z.ZodMiniType
  /** The body in the OpenAPI document, if the handler checks it (as `body`). */
  readonly documentedBody?: (known: KnownForms) => z.ZodMiniType
  readonly answer?: () => z.ZodMiniType
  /**
   * By words and arguments (`quota show <key-id>`): the path takes the first, if it has parameters. The first word alone
   * means `list` or `show`, if that needs no argument. `<file>` names a JSON file that is the body.
   */
  readonly commands?: Readonly<Record<string, Command>>
  /** Content types of the answer (JSON). */
  readonly contentTypes?: readonly string[]
  /** HTTP status of success (200, or 204 without an answer). */
  readonly status?: number
  /** True if a request creates the sandbox that it names (every method but GET does). */
  readonly createsSandbox?: boolean
  /** True if it leaves the answers of the API unchanged, except by time that passes (GET does). */
  readonly leavesAnswersUnchanged?: boolean
  /** Limit of the body in bytes (1 MiB). */
  readonly maxBodyBytes?: number
  /** True if it answers without the control token (no). */
  readonly open?: boolean
  /** True if it refuses the read-only token (no, for GET and HEAD). */
  readonly isSecret?: boolean
}

export type Endpoints = Readonly<Record<string, Endpoint>>

type Details = Omit<Endpoint, 'method' | 'path' | 'summary'>

const define =
  <const M extends Method>(method: M) =>
  <const Path extends string, const E extends Details>(path: Path, summary: string, details: E) => ({
    method,
    path,
    summary,
    ...details,
  })

export const get = define('GET')
export const post = define('POST')
export const put = define('PUT')
export const patch = define('PATCH')
export const del = define('DELETE')

export type PathParameters<E extends Endpoint> = Readonly<Record<ParameterOf<E['path']>, string>>

/** The query parameters, each with a value of type `V` or none; undefined for an endpoint without any. */
export type QueryOf<E, V> = E extends { readonly query: infer Q } ? { readonly [Name in keyof Q]?: V } : undefined

type ValueOf<P> =
  P extends Parameter<infer S> ? (undefined extends z.input<S> ? z.output<S> : z.output<S> | undefined) : never

/** The values that a request has for the query parameters. */
export type QueryValues<E> = E extends { readonly query: infer Q }
  ? { readonly [Name in keyof Q]: ValueOf<Q[Name]> }
  : undefined

export type BodyOf<E> = E extends { readonly body: (known: never) => z.ZodMiniType<infer B> } ? B : undefined

/** The answer; unknown for an endpoint that is known only at run time. */
export type AnswerOf<E> = E extends { readonly answer: () => z.ZodMiniType<infer A> }
  ? A
  : Endpoint extends E
    ? unknown
    : undefined

/** Schemas that the OpenAPI document refers to by name. */
export const components = z.registry<{ id: string }>()

/** Creates, on first use, a schema that the OpenAPI document refers to by name. */
export function component<T extends z.ZodMiniType>(id: string, create: () => T): () => T {
  return lazily(() => {
    const schema = create()
    components.add(schema, { id })
    return schema
  })
}

/** The same for an object with these fields and no other. */
export const namedObject = <S extends z.core.$ZodLooseShape>(id: string, shape: () => S) =>
  component(id, () => z.strictObject(shape()))

export function collectionOf<T extends z.ZodMiniType>(item: () => T) {
  return lazily(() => z.strictObject({ items: z.array(item()) }))
}

export const count = (): z.ZodMiniNumber<number> => z.int().check(z.gte(0))

export const dateTime = () => z.iso.datetime({ offset: true })

/** The body of a request that needs none. */
export const noBody = lazily(() => z.optional(z.strictObject({})))

/** Any JSON value: the handler checks it. */
export const anything = lazily(() => z.unknown())

/** Declares a parameter. @param flag its flag, if name and schema do not determine it */
export function parameter<S extends z.ZodMiniType>(description: string, schema: () => S, flag?: string): Parameter<S> {
  return { description, schema: lazily(schema), ...(flag === undefined ? {} : { flag }) }
}

export const text = lazily(() => z.string())

/** The query parameter of lists that limits them to the newest. */
export const limit = parameter('The maximum number of items, the newest.', () => wholeNumber(1))
