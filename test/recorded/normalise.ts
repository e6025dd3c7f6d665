import { createHmac } from 'node:crypto'

import { at, isObject, type JsonObject, mapObjects, parseJson, textAt } from './json.ts'

/** The facts about a sandbox that the session needs to write an answer down. */
interface Known {
  /** The signing secrets that its webhooks can be signed with. */
  readonly secrets: readonly string[]
  /** Fields that follow from the real clock in this answer. */
  readonly hidden: readonly string[]
  /** True if the order in which deliveries end is certain. */
  readonly isOrdered: boolean
}

/** A document of the API or the control plane, without prose. Objects in it may have fields of these names. */
const withoutProse = (document: unknown): unknown =>
  mapObjects(document, (object) =>
    Object.fromEntries(
      Object.entries(object)
        .filter(([name, value]) => !((name === 'description' || name === 'summary') && typeof value === 'string'))
        .map(([name, value]) => [name, name === 'version' ? 'VERSION' : value]),
    ),
  )

/** A problem keeps its status and the field that it names. The texts may become plainer. */
function withoutDetail({ title: _title, detail, ...problem }: JsonObject): JsonObject {
  const [, field] = /^([\w.[\]-]+): /.exec(String(detail)) ?? []
  return problem['status'] === 400 && field !== undefined ? { ...problem, field } : problem
}

/** Says if the signature of a webhook is right. It also covers the time of the real clock. */
function signatureOf(headers: JsonObject, body: string, secrets: readonly string[]): string {
  const signed = `${textAt(headers, 'webhook-id')}.${textAt(headers, 'webhook-timestamp')}.${body}`
  const right = secrets.map((secret) => {
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  })
  return right.includes(textAt(headers, 'webhook-signature')) ? 'RIGHT' : 'WRONG'
}

/** The headers of a webhook in their order, without what follows from the real clock or the version. */
export function plainHeaders(headers: JsonObject, body: string, secrets: readonly string[]): JsonObject {
  const plain = (name: string, value: unknown): unknown => {
    if (name === 'webhook-signature') return signatureOf(headers, body, secrets)
    return name === 'webhook-timestamp' ? 'TIMESTAMP' : String(value).replace(/^(cloudsec-fake)\/.*/, '$1')
  }
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, plain(name.toLowerCase(), value)]))
}

/** Fields that are hidden in objects that have all of some fields: they follow from the real clock, or are prose. */
const hidden: readonly (readonly [fields: readonly string[], names: readonly string[]])[] = [
  // The sequence counts the requests of all sandboxes.
  [['durationMs'], ['durationMs', 'sequence', 'reason']],
  [
    ['section', 'question'],
    ['question', 'reason'],
  ],
  [['controlUrl'], ['createdAt', 'lastUsedAt', 'storedBytes']],
  // Its links are the endpoints of the document that the session has.
  [
    ['version', 'counts'],
    ['version', 'links'],
  ],
  [['source', 'active'], ['description']],
]

/** An object without the values of some fields; null stays, since it says that there is none. */
const hide = (object: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(
    Object.entries(object).map(([name, value]) => [name, names.includes(name) && value !== null ? 'HIDDEN' : value]),
  )

function plainDelivery(delivery: JsonObject, { secrets, isOrdered }: Known): JsonObject {
  const { headers, settled } = delivery
  return {
    ...hide(delivery, ['reason']),
    ...(isObject(headers) ? { headers: plainHeaders(headers, textAt(delivery, 'body'), secrets) } : {}),
    ...(typeof settled === 'number' && !isOrdered ? { settled: 0 } : {}),
  }
}

function plainObject(object: JsonObject, known: Known): JsonObject {
  const names = hidden.filter(([fields]) => fields.every((name) => name in object)).flatMap(([, own]) => own)
  const plain = hide(object, [...names, ...known.hidden])
  return 'attempts' in object ? plainDelivery(plain, known) : plain
}

/** An answer of the control plane in a form that does not depend on the real clock or on prose. */
function plainControl(json: unknown, known: Known): unknown {
  const plain = mapObjects(json, (object) => plainObject(object, known))
  return isObject(plain) && plain['type'] === 'about:blank' ? withoutDetail(plain) : plain
}

/** An entry of the journal without its sandbox, and without its numbers, which follow from all requests before. */
export const plainTrace = (entry: JsonObject): JsonObject => hide(entry, ['id', 'sequence', 'sandbox', 'durationMs'])

/** The body of an answer, as the record has it. An answer of the API stays as it is. */
export function plainBody(path: string, contentType: string, text: string, known: Known): string {
  if (contentType.startsWith('text/event-stream')) {
    const plain = (data: string): string => `data: ${JSON.stringify(plainControl(parseJson(data), known))}`
    return text.replaceAll(/^data: (.*)$/gm, (_, data: string) => plain(data))
  }
  const isDocument = path.endsWith('/openapi.json')
  const json = isDocument || /^\/(@[^/]*\/)?_control/.test(path) ? parseJson(text) : undefined
  if (json === undefined) return text
  const isProblem = at(json, 'type') === 'about:blank'
  return JSON.stringify(isDocument && !isProblem ? withoutProse(json) : plainControl(json, known))
}
