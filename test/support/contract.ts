import formats from 'ajv-formats'
import { type AnySchemaObject, Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import * as z from 'zod/mini'

/** What of an OpenAPI document says how requests are answered. */
const schema = z.record(z.string(), z.unknown())
const header = z.looseObject({ required: z.boolean(), schema })
const reference = z.strictObject({ $ref: z.string() })
const response = z.looseObject({
  headers: z.record(z.string(), z.union([reference, header])),
  content: z.record(z.string(), z.looseObject({ schema })),
})
const operation = z.looseObject({
  operationId: z.string(),
  responses: z.record(z.string(), z.union([reference, response])),
})
const documentSchema = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.looseObject({
    headers: z.record(z.string(), header),
    responses: z.record(z.string(), response),
    schemas: z.record(z.string(), schema),
  }),
})

/** What a document says of one status of an operation, with its references followed. */
interface Answer {
  readonly headers: readonly (readonly [name: string, header: z.infer<typeof header>])[]
  readonly content: Readonly<Record<string, { readonly schema: object }>>
}

/** An operation, with its answers by status. */
interface Operation {
  readonly id: string
  readonly answers: ReadonlyMap<number, Answer>
}

/** A request, and what it was answered. */
export interface Exchanged {
  readonly method: string
  /** Relative to the base address as the server sees it, with its query. */
  readonly path: string
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** Headers that HTTP or a socket adds, which documents do not describe. */
const transport = new Set(['connection', 'content-length', 'content-type', 'date', 'keep-alive', 'transfer-encoding'])

/** What a method that a path does not have is answered with: the one status that belongs to no operation. */
const methodNotAllowed = 405

const place = 'http://fake.test/components'

/** An OpenAPI document as a validator: it knows nothing of the fake but that. */
export class Contract {
  readonly #components: z.infer<typeof documentSchema>['components']
  /** By path and by method, in lower case. */
  readonly #operations: ReadonlyMap<string, ReadonlyMap<string, Operation>>
  readonly #ajv = new Ajv2020({ strict: true, strictTypes: false })
  readonly #validators = new Map<object, ValidateFunction>()
  readonly #anyError: AnySchemaObject

  constructor(document: unknown) {
    const { paths, components } = documentSchema.parse(document)
    this.#components = components
    this.#operations = mapValues(paths, (methods) => mapValues(methods, (declared) => this.#read(declared)))
    formats.default(this.#ajv)
    const { schemas } = components
    this.#ajv.addSchema({ $id: place, $defs: toLocal(schemas) })
    const errors = Object.keys(schemas).filter((name) => JSON.stringify(schemas[name]).includes('"const":"error"'))
    this.#anyError = { anyOf: errors.map((name) => ({ $ref: `#/components/schemas/${name}` })) }
  }

  /** What an answer has that the document does not allow; nothing where it is as documented. */
  violations(exchanged: Exchanged): readonly string[] {
    const found = this.#find(exchanged)
    if (found === undefined) return this.#violationsOfUnmatched(exchanged)
    const { status, headers, text, method } = exchanged
    const documented = found.answers.get(status)
    if (documented === undefined) return [`${found.id}: status ${status} is not documented`]
    const type = headers.get('content-type') ?? ''
    const content = documented.content[type]
    return [
      ...this.#headerViolations(documented, headers),
      ...(content === undefined ? [`Content-Type ${type} is not documented`] : []),
      ...(content === undefined || method === 'HEAD' ? [] : this.#bodyViolations(content.schema, text)),
    ].map((violation) => `${found.id} ${status}: ${violation}`)
  }

  /** What no operation serves is an error that some operation answers, or one with a status that says so and an Allow header perhaps. */
  #violationsOfUnmatched({ method, status, headers, text }: Exchanged): readonly string[] {
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

  #find({ method, path, status }: Exchanged): Operation | undefined {
    const segments = (path.split('?')[0] ?? '').split('/')
    const [, methods] = [...this.#operations].find(([pattern]) => isMatch(pattern.split('/'), segments)) ?? []
    // HEAD is answered as GET, or as a method that the path does not have.
    if (method !== 'HEAD') return methods?.get(method.toLowerCase())
    const asGet = methods?.get('get')
    return asGet?.answers.has(status) === true ? asGet : undefined
  }

  #read({ operationId, responses }: z.infer<typeof operation>): Operation {
    const answers = Object.entries(responses).map(([status, documented]) => {
      const { headers, content } = response.parse(this.#follow('responses', documented))
      const read = Object.entries(headers).map(
        ([name, told]) => [name, header.parse(this.#follow('headers', told))] as const,
      )
      return [Number(status), { headers: read, content }] as const
    })
    return { id: operationId, answers: new Map(answers) }
  }

  #follow(kind: 'responses' | 'headers', told: unknown): unknown {
    const referred = reference.safeParse(told)
    if (!referred.success) return told
    return this.#components[kind][referred.data.$ref.slice(referred.data.$ref.lastIndexOf('/') + 1)]
  }

  #headerViolations({ headers: known }: Answer, headers: Headers): readonly string[] {
    const names = new Set(known.map(([name]) => name.toLowerCase()))
    const others = [...headers.keys()].filter((name) => !names.has(name) && !transport.has(name))
    const wrong = known.flatMap(([name, { required, schema: expected }]) => {
      const text = headers.get(name)
      if (text === null) return required ? [`${name} is missing`] : []
      const value = expected['type'] === 'integer' && /^-?\d+$/.test(text) ? Number(text) : text
      return this.#validate(expected, value).map((problem) => `${name}: ${text} ${problem}`)
    })
    return [...others.map((name) => `${name} is not documented`), ...wrong]
  }

  #bodyViolations(expected: object, text: string): readonly string[] {
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch {
      return ['the body is no JSON']
    }
    return this.#validate(expected, value).map((problem) => `${problem} in ${text.slice(0, 300)}`)
  }

  #validate(expected: object, value: unknown): readonly string[] {
    const validate = this.#validators.get(expected) ?? this.#ajv.compile(toShared(expected))
    this.#validators.set(expected, validate)
    if (validate(value)) return []
    return (validate.errors ?? []).map(({ instancePath, message, params }) =>
      [instancePath, message, JSON.stringify(params)].join(' '),
    )
  }
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

/** References among the components, as they stand in one schema that holds all of them. */
function toLocal(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll('"#/components/schemas/', '"#/$defs/'))
}

/** References to the components from elsewhere. */
function toShared(value: unknown): AnySchemaObject {
  return JSON.parse(JSON.stringify(value).replaceAll('"#/components/schemas/', `"${place}#/$defs/`))
}
