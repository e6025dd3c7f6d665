import formats from 'ajv-formats'
import { type AnySchemaObject, Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import * as z from 'zod/mini'

import { memoize } from '../../src/core/lib/lazily.ts'

/** The part of an OpenAPI document that is validated. */
const schema = z.record(z.string(), z.unknown())
const header = z.looseObject({ required: z.boolean(), schema })
const reference = z.strictObject({ $ref: z.string() })
const response = z.looseObject({
  headers: z._default(z.record(z.string(), z.union([reference, header])), {}),
  content: z._default(z.record(z.string(), z.looseObject({ schema })), {}),
})
const parameter = z.looseObject({
  name: z.string(),
  in: z.enum(['path', 'query']),
  /** True if an empty value counts as missing. */
  allowEmptyValue: z._default(z.boolean(), false),
  schema,
})
const operation = z.looseObject({
  operationId: z.string(),
  parameters: z.array(parameter),
  requestBody: z.optional(z.looseObject({ content: z.record(z.string(), z.looseObject({ schema })) })),
  responses: z.record(z.string(), z.union([reference, response])),
})
const documentSchema = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.looseObject({
    headers: z._default(z.record(z.string(), header), {}),
    responses: z._default(z.record(z.string(), response), {}),
    schemas: z.record(z.string(), schema),
  }),
})

/** A documented status of an operation, with references resolved. */
interface Answer {
  readonly headers: readonly (readonly [name: string, header: z.infer<typeof header>])[]
  readonly content: Readonly<Record<string, { readonly schema: object }>>
}

/** An operation, with its answers by status. */
interface Operation {
  readonly id: string
  readonly parameters: readonly z.infer<typeof parameter>[]
  /** The schema of the request body; undefined for none. */
  readonly body: object | undefined
  readonly answers: ReadonlyMap<number, Answer>
}

/** A request and its answer. */
export interface RecordedResponse {
  readonly method: string
  /** Relative to the base address as the server sees it, with its query. */
  readonly path: string
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The body of the request, if any. */
  readonly sent?: string
}

/** Headers that HTTP or a socket adds, which documents do not describe. */
const transport = new Set(['connection', 'content-length', 'content-type', 'date', 'keep-alive', 'transfer-encoding'])

/** The status for a method that a path does not have, the only one without an operation. */
const methodNotAllowed = 405

const ajv = new Ajv2020({
  strict: true,
  ownProperties: true,
  strictTypes: false,
  validateSchema: false,
  code: { optimize: false },
})
formats.default(ajv)

/** Cached by the JSON of a schema with its references, because the documents of many profiles share schemas. */
const compiled = memoize((schema: string): ValidateFunction => ajv.compile(JSON.parse(schema)))

/** An OpenAPI document as a validator, independent of the fake. */
export class Contract {
  readonly #components: z.infer<typeof documentSchema>['components']
  /** By path and by method, in lower case. */
  readonly #operations: ReadonlyMap<string, ReadonlyMap<string, Operation>>
  readonly #validatorOf = memoize((expected: object) => compiled(this.#withReferred(expected)))
  readonly #others: ReadonlySet<string>
  readonly #anyError: AnySchemaObject

  /** @param others further allowed headers, in lower case */
  constructor(document: unknown, others: readonly string[] = []) {
    this.#others = new Set([...transport, ...others])
    const { paths, components } = documentSchema.parse(document)
    this.#components = components
    this.#operations = mapValues(paths, (methods) => mapValues(methods, (declared) => this.#read(declared)))
    const { schemas } = components
    const errors = Object.keys(schemas).filter((name) => JSON.stringify(schemas[name]).includes('"const":"error"'))
    this.#anyError = { anyOf: errors.map((name) => ({ $ref: `#/components/schemas/${name}` })) }
  }

  /** The violations of the document in an answer; none if it is as documented. */
  violations(recorded: RecordedResponse): readonly string[] {
    const found = this.#find(recorded)
    if (found === undefined) return this.#violationsOfUnmatched(recorded)
    const { status, headers, text, method } = recorded
    const documented = found.answers.get(status)
    if (documented === undefined) return [`${found.id}: status ${status} is not documented`]
    const type = headers.get('content-type') ?? ''
    const content = documented.content[type]
    if (text === '' && Object.keys(documented.content).length === 0) return []
    return [
      ...this.#headerViolations(documented, headers),
      ...(content === undefined ? [`Content-Type ${type} is not documented`] : []),
      ...(content === undefined || method === 'HEAD' ? [] : this.#bodyViolations(content.schema, text)),
    ].map((violation) => `${found.id} ${status}: ${violation}`)
  }

  /**
   * The violations of the document in a request. A request that was served must have none. A repeated parameter is
   * skipped, because the document cannot say which value counts.
   */
  requestViolations(recorded: RecordedResponse): readonly string[] {
    const { path, sent } = recorded
    const found = this.#find(recorded)
    if (found === undefined) return ['no operation']
    const query = new URLSearchParams(path.split('?')[1])
    const wrong = found.parameters.flatMap(({ name, in: place, allowEmptyValue, schema: expected }) => {
      const given = place === 'path' ? [path.split('?')[0]?.split('/').at(-1) ?? ''] : query.getAll(name)
      const values = given.filter((value) => value !== '' || !allowEmptyValue)
      if (expected['type'] === 'array') return values.length === 0 ? [] : this.#validate(expected, values)
      return values.length === 1 ? this.#validate(expected, toTyped(expected, values[0] ?? '')) : []
    })
    const body = found.body === undefined || sent === undefined ? [] : this.#bodyViolations(found.body, sent)
    return [...wrong, ...body].map((violation) => `${found.id}, the request: ${violation}`)
  }

  /** An answer outside all operations must be a documented error, or a 405, which may have an Allow header. */
  #violationsOfUnmatched({ method, status, headers, text }: RecordedResponse): readonly string[] {
    const all = [...this.#operations.values()].flatMap((methods) => [...methods.values()])
    const documented = all.flatMap(({ answers }) => answers.get(status) ?? [])[0]
    const like =
      documented ?? (status === methodNotAllowed ? all.flatMap(({ answers }) => [...answers.values()])[0] : undefined)
    if (like === undefined) return [`no operation: status ${status} is not documented`]
    const others = new Headers([...headers].filter(([name]) => name !== 'allow' || status !== methodNotAllowed))
    return [
      ...this.#headerViolations(like, others),
      ...(method === 'HEAD' ? [] : this.#bodyViolations(this.#anyError, text)),
    ].map((violation) => `no operation, ${status}: ${violation}`)
  }

  #find({ method, path, status }: RecordedResponse): Operation | undefined {
    const [asked = ''] = path.split('?')
    const segments = asked.split('/')
    const [, templated] = [...this.#operations].find(([pattern]) => isMatch(pattern.split('/'), segments)) ?? []
    // A path without a template takes precedence.
    const methods = this.#operations.get(asked) ?? templated
    // HEAD is answered like GET, or like a method that the path does not have.
    if (method !== 'HEAD') return methods?.get(method.toLowerCase())
    const asGet = methods?.get('get')
    return asGet?.answers.has(status) === true ? asGet : undefined
  }

  #read({ operationId, responses, parameters, requestBody }: z.infer<typeof operation>): Operation {
    const answers = Object.entries(responses).map(([status, documented]) => {
      const { headers, content } = response.parse(this.#follow('responses', documented))
      const read = Object.entries(headers).map(
        ([name, declared]) => [name, header.parse(this.#follow('headers', declared))] as const,
      )
      return [Number(status), { headers: read, content }] as const
    })
    const body = requestBody?.content['application/json']?.schema
    return { id: operationId, parameters, body, answers: new Map(answers) }
  }

  #follow(kind: 'responses' | 'headers', declared: unknown): unknown {
    const referred = reference.safeParse(declared)
    if (!referred.success) return declared
    return this.#components[kind][referred.data.$ref.slice(referred.data.$ref.lastIndexOf('/') + 1)]
  }

  #headerViolations({ headers: known }: Answer, headers: Headers): readonly string[] {
    const names = new Set(known.map(([name]) => name.toLowerCase()))
    const others = [...headers.keys()].filter((name) => !names.has(name) && !this.#others.has(name))
    const wrong = known.flatMap(([name, { required, schema: expected }]) => {
      const text = headers.get(name)
      if (text === null) return required ? [`${name} is missing`] : []
      return this.#validate(expected, toTyped(expected, text)).map((problem) => `${name}: ${text} ${problem}`)
    })
    return [...others.map((name) => `${name} is not documented`), ...wrong]
  }

  #bodyViolations(expected: object, text: string): readonly string[] {
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      return ['the body is not JSON']
    }
    return this.#validate(expected, value).map((problem) => `${problem} in ${text.slice(0, 300)}`)
  }

  /** Serialises a schema with all schemas that it refers to. */
  #withReferred(expected: object): string {
    const names = new Set<string>()
    const note = (schema: unknown): void => {
      for (const [, name = ''] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
        if (names.has(name)) continue
        names.add(name)
        note(this.#components.schemas[name])
      }
    }
    note(expected)
    const $defs = Object.fromEntries([...names].map((name) => [name, this.#components.schemas[name]]))
    return JSON.stringify({ ...expected, $defs }).replaceAll('"#/components/schemas/', '"#/$defs/')
  }

  #validate(expected: object, value: unknown): readonly string[] {
    const validate = this.#validatorOf(expected)
    if (validate(value)) return []
    return (validate.errors ?? []).map(({ instancePath, message, params }) =>
      [instancePath, message, JSON.stringify(params)].join(' '),
    )
  }
}

/** Converts a text of a header or query to its value. */
function toTyped(expected: Readonly<Record<string, unknown>>, text: string): unknown {
  return expected['type'] === 'integer' && /^-?\d+$/.test(text) ? Number(text) : text
}

function isMatch(pattern: readonly string[], segments: readonly string[]): boolean {
  return (
    pattern.length === segments.length &&
    pattern.every((part, i) => (part.startsWith('{') ? segments[i] !== '' : part === segments[i]))
  )
}

function mapValues<A, B>(values: Readonly<Record<string, A>>, map: (value: A) => B): ReadonlyMap<string, B> {
  return new Map(Object.entries(values).map(([name, value]) => [name, map(value)]))
}
