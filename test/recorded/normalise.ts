import { createHmac } from 'node:crypto'

import { at, isObject, type JsonObject, mapObjects, parseJson, textAt } from './json.ts'

/** The facts about a sandbox that the session needs to write an answer down. */
export interface Known {
  /** The signing secrets that its webhooks can be signed with. */
  readonly secrets: readonly string[]
  /** Fields that follow from the real clock in this answer. */
  readonly hidden: readonly string[]
  /** True if the order in which deliveries end is certain. */
  readonly isOrdered: boolean
}

const sortFields = (object: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(object).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/** A document of the API or the control plane, without prose. Objects in it may have fields of these names. */
function withoutProse(document: unknown): unknown {
  return mapObjects(document, (object) =>
    Object.fromEntries(
      Object.entries(object)
        .filter(([name, value]) => !((name === 'description' || name === 'summary') && typeof value === 'string'))
        .map(([name, value]) => [name, name === 'version' ? 'VERSION' : value]),
    ),
  )
}

/** A problem keeps its status and the field that it names. The texts may become plainer. */
function withoutDetail(problem: JsonObject): JsonObject {
  const [, field] = /^([\w.[\]-]+): /.exec(textAt(problem, 'detail')) ?? []
  return withoutTexts(problem, field)
}

function withoutTexts({ title: _title, detail: _detail, ...problem }: JsonObject, field?: string): JsonObject {
  return problem['status'] === 400 && field !== undefined ? { ...problem, field } : problem
}

/** True if the signature is right. It also covers the time of the real clock. */
function signatureOf(headers: unknown, body: string, secrets: readonly string[]): string {
  const signed = `${textAt(headers, 'webhook-id')}.${textAt(headers, 'webhook-timestamp')}.${body}`
  const right = secrets.map((secret) => {
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  })
  return right.includes(textAt(headers, 'webhook-signature')) ? 'RIGHT' : 'WRONG'
}

/** Headers by name, without what follows from the real clock or the port. */
export function plainHeaders(headers: JsonObject, body: string, secrets: readonly string[]): JsonObject {
  const changes = {
    ...('webhook-timestamp' in headers ? { 'webhook-timestamp': 'TIMESTAMP' } : {}),
    ...('webhook-signature' in headers ? { 'webhook-signature': signatureOf(headers, body, secrets) } : {}),
  }
  return sortFields({ ...headers, ...changes })
}

function plainDelivery(delivery: JsonObject, { secrets, isOrdered }: Known): JsonObject {
  const { headers, settled, reason } = delivery
  return {
    ...delivery,
    ...(isObject(headers) ? { headers: plainHeaders(headers, textAt(delivery, 'body'), secrets) } : {}),
    ...(typeof settled === 'number' && !isOrdered ? { settled: 0 } : {}),
    ...(typeof reason === 'string' ? { reason: 'TEXT' } : {}),
  }
}

function plainScenario({ description, ...scenario }: JsonObject): JsonObject {
  return scenario['source'] === 'inline' && description !== undefined ? { ...scenario, description } : scenario
}

/** Changes of objects that have all of some fields. */
const rules: readonly { readonly fields: readonly string[]; readonly change: (object: JsonObject) => JsonObject }[] = [
  { fields: ['durationMs'], change: (object) => ({ ...object, durationMs: 0 }) },
  // It counts the requests of all sandboxes, so it follows from every step before.
  { fields: ['durationMs', 'sequence'], change: (object) => ({ ...object, sequence: 0 }) },
  { fields: ['durationMs', 'reason'], change: (object) => hide(object, ['reason'], 'TEXT') },
  { fields: ['section', 'question'], change: (object) => hide(object, ['question', 'reason'], 'TEXT') },
  { fields: ['controlUrl'], change: (object) => hide(object, ['createdAt', 'lastUsedAt', 'storedBytes']) },
  // Its links are the endpoints of the document that the session has.
  { fields: ['counts', 'links'], change: ({ links: _links, ...rest }) => rest },
  { fields: ['version', 'counts'], change: (object) => hide(object, ['version']) },
  { fields: ['headers', 'cut'], change: ({ headers, ...rest }) => ({ headers: sortedHeaders(headers), ...rest }) },
  { fields: ['source', 'active'], change: plainScenario },
]

/** Replaces the values of fields; null stays, since it says that there is none. */
function hide(object: JsonObject, names: readonly string[], by = 'HIDDEN'): JsonObject {
  const entries = Object.entries(object)
  return Object.fromEntries(entries.map(([name, value]) => [name, names.includes(name) && value !== null ? by : value]))
}

const sortedHeaders = (headers: unknown): unknown => (isObject(headers) ? sortFields(headers) : headers)

function plainObject(object: JsonObject, known: Known): JsonObject {
  const changed = rules
    .filter(({ fields }) => fields.every((name) => name in object))
    .reduce((before, { change }) => change(before), hide(object, known.hidden))
  return 'attempts' in object ? plainDelivery(changed, known) : changed
}

/** An answer of the control plane in a form that does not depend on the real clock or on prose. */
function plainControl(json: unknown, known: Known): unknown {
  const plain = mapObjects(json, (object) => plainObject(object, known))
  return isObject(plain) && plain['type'] === 'about:blank' ? withoutDetail(plain) : plain
}

/** A stream of events keeps its lines. */
function plainEvents(text: string, known: Known): string {
  return text.replaceAll(/^data: (.*)$/gm, (_, data: string) => {
    return `data: ${JSON.stringify(plainControl(parseJson(data), known))}`
  })
}

/** The body of an answer, as the record has it. An answer of the API stays as it is. */
export function plainBody(path: string, contentType: string, text: string, known: Known): string {
  if (contentType.startsWith('text/event-stream')) return plainEvents(text, known)
  const isControl = /^\/(@[^/]*\/)?_control/.test(path)
  const isDocument = path.endsWith('/openapi.json')
  const json = isControl || isDocument ? parseJson(text) : undefined
  if (json === undefined) return text
  const isProblem = at(json, 'type') === 'about:blank'
  return JSON.stringify(isDocument && !isProblem ? withoutProse(json) : plainControl(json, known))
}
