// What the control clients of the kits have, from the OpenAPI document of the control plane.
import * as z from 'zod/mini'

/** The calls of a test, by group: the name in a client, and the operation. A name without a group is of the client itself. */
const used: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '': { summary: 'showSummary', clear: 'clearSandbox', reset: 'resetSandbox' },
  scenarios: {
    list: 'listScenarios',
    show: 'showScenario',
    on: 'switchScenarioOn',
    off: 'switchScenarioOff',
    all_off: 'switchAllOff',
    define: 'defineScenario',
    verify: 'verifyScenarios',
  },
  assumptions: { list: 'listAssumptions', set: 'changeAssumptions' },
  clock: { show: 'showClock', set: 'changeClock', advance: 'advanceClock' },
  keys: { list: 'listKeys', create: 'createKey', revoke: 'revokeKey' },
  quota: { show: 'showQuota', set: 'changeQuota' },
  outbox: {
    list: 'listOutbox',
    next: 'nextOfOutbox',
    show: 'showDelivery',
    redeliver: 'redeliver',
    send: 'sendNotification',
  },
  requests: { list: 'listRequests', show: 'showRequest', clear: 'clearRequests', verify: 'verifyRequests' },
  reports: { conduct: 'showConduct', coverage: 'showCoverage' },
  sandboxes: { create: 'createSandbox', delete: 'deleteSandbox' },
}

/** Operations that no test in another language needs: pages, streams, files and what runs beside tests. */
const left: ReadonlySet<string> = new Set(
  `health ready listDue checkScenario showKey listQuotas showSigningSecret setSigningSecret listSandboxes showTls saveSnapshot
  loadSnapshot followRequests exportRequests listDeciding writeCurl sendRequest showMetrics showDocument`.split(/\s+/),
)

/** Records have the same calls in each area; a client names the area. */
const records = ['list', 'create', 'show', 'update', 'remove'] as const

/** One call of a client. */
export interface KitCall {
  readonly group: string
  readonly name: string
  readonly method: string
  /** Below the control plane of a sandbox; `{area}` and `{name}` are arguments. */
  readonly path: string
  /** Names of query parameters. */
  readonly query: readonly string[]
  readonly body: 'none' | 'optional' | 'required'
  readonly summary: string
}

const operationSchema = z.looseObject({
  operationId: z.string(),
  summary: z.string(),
  parameters: z.optional(z.array(z.looseObject({ name: z.optional(z.string()), in: z.optional(z.string()) }))),
  requestBody: z.optional(z.looseObject({ required: z.optional(z.boolean()) })),
})

const documentSchema = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })

/** The calls of the kits. @throws Error for an operation of the document that is neither used nor left out */
export function kitCalls(document: unknown): readonly KitCall[] {
  const { paths } = documentSchema.parse(document)
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      const parsed = operationSchema.safeParse(operation)
      return parsed.success ? [{ path, method: method.toUpperCase(), ...parsed.data }] : []
    }),
  )
  const named = new Map(
    Object.entries(used).flatMap(([group, calls]) =>
      Object.entries(calls).map(([name, id]) => [id, { group, name }] as const),
    ),
  )
  const unknown = all.filter(({ operationId: id }) => !named.has(id) && !left.has(id) && !id.startsWith('arrange.'))
  if (unknown.length > 0) {
    const ids = unknown.map(({ operationId }) => operationId).join(', ')
    throw new Error(`tools/kits/calls.ts: neither used nor left out: ${ids}`)
  }
  const found = [...named].map(([id, place]) => {
    const operation = all.find(({ operationId }) => operationId === id)
    if (operation === undefined) throw new Error(`tools/kits/calls.ts: no operation ${id}`)
    return toCall(operation, place)
  })
  const ofRecords = records.map((name) => {
    const operation = all.find(
      ({ operationId }) => operationId.startsWith('arrange.') && operationId.endsWith(`.${name}`),
    )
    if (operation === undefined) throw new Error(`tools/kits/calls.ts: no operation to ${name} records`)
    const call = toCall(operation, { group: 'records', name })
    const query = name === 'list' ? ['limit', 'offset'] : []
    return {
      ...call,
      query,
      path: call.path.replace(/^\/\w+/, '/{area}'),
      summary: call.summary.replace(/\b(?:resources?|assessments?|jobs?)\b/, 'records'),
    }
  })
  return [...found, ...ofRecords]
}

function toCall(
  {
    path,
    method,
    summary,
    parameters = [],
    requestBody,
  }: z.infer<typeof operationSchema> & { path: string; method: string },
  place: Pick<KitCall, 'group' | 'name'>,
): KitCall {
  const query = parameters.flatMap(({ name, in: where }) => (where === 'query' && name !== undefined ? [name] : []))
  const body = requestBody === undefined ? 'none' : requestBody.required === true ? 'required' : 'optional'
  return { ...place, method, path, query, body, summary }
}
