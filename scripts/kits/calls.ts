// The calls of the control plane in JavaScript and in the kits, from its OpenAPI document.
import * as z from 'zod/mini'

/**
 * The calls of programs, by group and operation; the group of the sandbox itself is empty. `{…}` is the query or the
 * body, any other argument a part of the path or a field of the body. The kits have the first call of each operation,
 * unless `omitted` lists it.
 */
const javaScriptCalls: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '': {
    showSummary: 'summary()',
    clearSandbox: 'clear()',
    resetSandbox: 'reset()',
    showConduct: 'conduct({…})',
    showCoverage: 'coverage({…})',
    showMetrics: 'metrics()',
  },
  scenarios: {
    listScenarios: 'list()',
    showScenario: 'show(name)',
    switchScenarioOn: 'on(name, {…})',
    switchScenarioOff: 'off(name)',
    switchAllOff: 'off()',
    defineScenario: 'define({…})',
    checkScenario: 'check({…})',
    verifyScenarios: 'verifyFired()',
  },
  assumptions: { listAssumptions: 'list()', changeAssumptions: 'set({…})' },
  clock: {
    showClock: 'show()',
    listDue: 'due({…})',
    changeClock: 'set(now), freeze(), run(rate), change({…})',
    advanceClock: 'advance(by)',
  },
  requests: {
    listRequests: 'list({…})',
    showRequest: 'show(id)',
    followRequests: 'follow({…})',
    sendRequest: 'send(id)',
    clearRequests: 'clear()',
    verifyRequests: 'verify(match, count), verifySequence(sequence)',
  },
  outbox: {
    listOutbox: 'list({…})',
    nextOfOutbox: 'next({…})',
    showDelivery: 'show(id)',
    redeliver: 'redeliver(id)',
    sendNotification: 'send({…})',
    showSigningSecret: 'signingSecret()',
    setSigningSecret: 'setSigningSecret(secret)',
  },
  keys: { listKeys: 'list()', createKey: 'create({…})', revokeKey: 'revoke(id)' },
  quota: { listQuotas: 'list()', showQuota: 'show(id)', changeQuota: 'set(id, {…})' },
  sandboxes: { listSandboxes: 'list()', createSandbox: 'create(name)', deleteSandbox: 'delete(name)' },
  snapshot: { saveSnapshot: 'save()', loadSnapshot: 'load({…})' },
  tls: { showTls: 'show()' },
}

/** The calls of programs for the records of each area. */
const recordCalls: Readonly<Record<string, string>> = {
  list: 'list({…})',
  show: 'get(id)',
  create: 'create({…})',
  update: 'update(id, {…})',
  remove: 'remove(id)',
}

/** Operations that the kits omit: pages, streams, files, and calls for programs beside tests. */
const omitted: ReadonlySet<string> = new Set(
  'health ready showKey followRequests exportRequests listDeciding writeCurl showMetrics showDocument'.split(' '),
)

/** An operation of the control plane, with its calls. */
export interface ControlCall {
  readonly id: string
  /** The group of the call; empty for the sandbox itself. */
  readonly group: string
  /** In JavaScript, such as `set(now)`; empty for an operation with only HTTP. */
  readonly signatures: readonly string[]
  readonly method: string
  /** Below the control plane of a sandbox; `{name}` is an argument. */
  readonly path: string
  /** Names of query parameters. */
  readonly query: readonly string[]
  readonly body: 'none' | 'optional' | 'required'
  /** The documented fields of the body. */
  readonly fields: readonly string[]
  readonly summary: string
}

/** A call of a kit. */
export interface KitCall extends ControlCall {
  /** The name in Python. */
  readonly name: string
  readonly args: readonly string[]
  /** Fields of the body that are positional arguments. */
  readonly inBody: readonly string[]
}

const schemaForm = z.looseObject({ properties: z.optional(z.record(z.string(), z.unknown())) })

const operationForm = z.looseObject({
  operationId: z.string(),
  summary: z.string(),
  parameters: z.optional(z.array(z.looseObject({ name: z.optional(z.string()), in: z.optional(z.string()) }))),
  requestBody: z.optional(
    z.looseObject({
      required: z.optional(z.boolean()),
      content: z.looseObject({ 'application/json': z.looseObject({ schema: schemaForm }) }),
    }),
  ),
})

const documentForm = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })

/** Every operation of a document with its calls: groups in their order, then records, then operations with only HTTP. */
export function controlCalls(document: unknown): readonly ControlCall[] {
  const all = Object.entries(documentForm.parse(document).paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const { success, data } = operationForm.safeParse(operation)
      return success ? [toCall(path, method.toUpperCase(), data)] : []
    }),
  )
  const order = Object.values(javaScriptCalls).flatMap((calls) => Object.keys(calls))
  const placeOf = ({ id, signatures }: ControlCall): number =>
    order.includes(id) ? order.indexOf(id) : order.length + (signatures.length === 0 ? 1 : 0)
  return all.toSorted((a, b) => placeOf(a) - placeOf(b))
}

function toCall(path: string, method: string, operation: z.infer<typeof operationForm>): ControlCall {
  const { operationId: id, summary, parameters = [], requestBody } = operation
  const query = parameters.flatMap(({ name, in: where }) => (where === 'query' && name !== undefined ? [name] : []))
  const { properties } = requestBody?.content['application/json'].schema ?? {}
  const fields = Object.keys(properties ?? {})
  const isEmpty = requestBody === undefined || (properties !== undefined && fields.length === 0)
  const body = isEmpty ? 'none' : requestBody.required === true ? 'required' : 'optional'
  return { id, ...inProgramsOf(id), method, path, query, body, fields, summary }
}

function inProgramsOf(id: string): Pick<ControlCall, 'group' | 'signatures'> {
  const [, area, kind = ''] = /^arrange\.(\w+)\.(\w+)$/.exec(id) ?? []
  const [group, calls] = Object.entries(javaScriptCalls).find(([, known]) => Object.hasOwn(known, id)) ?? []
  const text = (area === undefined ? calls?.[id] : recordCalls[kind]) ?? ''
  return { group: area ?? group ?? '', signatures: text.match(/\w+\([^)]*\)/g) ?? [] }
}

/** The calls of the kits. @throws Error for an operation that is neither used nor omitted */
export function kitCalls(document: unknown): readonly KitCall[] {
  const calls = controlCalls(document)
  const unknown = calls.filter(({ id, signatures }) => signatures.length === 0 && !omitted.has(id))
  if (unknown.length > 0) {
    throw new Error(`scripts/kits/calls.ts: neither used nor omitted: ${unknown.map(({ id }) => id).join(', ')}`)
  }
  return calls
    .filter(({ id }) => !omitted.has(id))
    .map((call) => {
      const [, name = '', text = ''] = /^(\w+)\((.*)\)$/.exec(call.signatures[0] ?? '') ?? []
      const args = text === '' ? [] : text.split(', ')
      const snake = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
      // In JavaScript, `off()` without a name means all.
      const isAll = call.id === 'switchAllOff'
      const positional = call.path.includes('{') ? [] : args.filter((arg) => call.fields.includes(arg))
      return { ...call, name: isAll ? 'all_off' : snake, args, inBody: positional }
    })
}
