import { snapshotSchema } from '../engine/snapshot.ts'
import { UnknownError } from '../lib/input-error.ts'
import { type Ask, ControlError, createAsk, type Method, nothing, segment, type Send } from './ask.ts'
import type { Directory } from './box.ts'
import type { ClockState, Control, OutboxControl, RecordControl, ScenarioControl, ScenarioInfo } from './control.ts'
import { createRequestControl } from './request-client.ts'
import {
  assumptionShape,
  clockShape,
  collectionOf,
  deliveryShape,
  keyShape,
  madeKeyShape,
  nextShape,
  quotaShape,
  rowShape,
  rowsShape,
  sandboxShape,
  scenarioShape,
  secretShape,
  summaryShape,
} from './shapes.ts'
import { toQuery } from './to-query.ts'

const scenarios = collectionOf(scenarioShape)

/** Makes the control of a sandbox out of what carries requests to it. @param where it is, for messages */
export function createControl(send: Send, where: string): Control {
  const ask = createAsk(send, where)
  const clock = (method: Method, path: string, body?: unknown): Promise<ClockState> =>
    ask(clockShape, method, `/clock${path}`, body)
  const { outbox, catchUp } = createOutboxControl(ask)
  return {
    clock: {
      show: () => clock('GET', ''),
      advance: (by) => clock('POST', '/advance', { by }),
      set: (now) => clock('PATCH', '', { now }),
      freeze: () => clock('PATCH', '', { mode: 'frozen' }),
      run: (rate) => clock('PATCH', '', { mode: 'real', rate }),
      change: (change) => clock('PATCH', '', change),
    },
    scenarios: createScenarioControl(ask),
    assumptions: {
      list: async () => (await ask(collectionOf(assumptionShape), 'GET', '/assumptions')).items,
      set: async (choices) => void (await ask(collectionOf(assumptionShape), 'PATCH', '/assumptions', choices)),
    },
    keys: {
      list: async () => (await ask(collectionOf(keyShape), 'GET', '/keys')).items,
      create: (key) => ask(madeKeyShape, 'POST', '/keys', key),
      revoke: async (id) => await ask(keyShape, 'DELETE', `/keys/${segment(id)}`),
    },
    quota: {
      list: async () => (await ask(collectionOf(quotaShape), 'GET', '/quota')).items,
      set: async (id, change) => await ask(quotaShape, 'PUT', `/quota/${segment(id)}`, change),
    },
    outbox,
    requests: createRequestControl(ask, send, where),
    resources: createRecordControl('/resources', ask),
    assessments: createRecordControl('/assessments', ask),
    jobs: createRecordControl('/jobs', ask),
    summary: async () => await ask(summaryShape, 'GET', ''),
    snapshot: {
      save: () => ask(snapshotSchema, 'GET', '/snapshot'),
      load: async (document) => {
        await ask(summaryShape, 'PUT', '/snapshot', document)
        await catchUp()
      },
    },
    reset: async () => void (await ask(summaryShape, 'POST', '/reset')),
  }
}

/** Makes what lists, makes and deletes the sandboxes of a fake, out of what carries requests to one of them. */
export function createDirectory(send: Send, where: string): Directory {
  const ask = createAsk(send, where)
  return {
    list: async () => (await ask(collectionOf(sandboxShape), 'GET', '/sandboxes')).items,
    create: (name) => ask(sandboxShape, 'POST', '/sandboxes', { name }),
    delete: async (name) => {
      await ask(nothing, 'DELETE', `/sandboxes/${segment(name)}`)
    },
  }
}

function createScenarioControl(ask: Ask): ScenarioControl {
  const at = (name: string): string => `/scenarios/${segment(name)}`
  const show = async (name: string): Promise<ScenarioInfo> => await ask(scenarioShape, 'GET', at(name))
  const each = async (method: 'PUT' | 'DELETE', names: readonly string[]): Promise<void> => {
    // All are known before the first is switched.
    if (names.length > 1) for (const name of names) await show(name)
    for (const name of names) await ask(scenarioShape, method, at(name))
  }
  return {
    list: async () => (await ask(scenarios, 'GET', '/scenarios')).items,
    show,
    on: (...names) => each('PUT', names),
    off: async (...names) => {
      if (names.length === 0) await ask(scenarios, 'DELETE', '/scenarios')
      else await each('DELETE', names)
    },
    define: (scenario) => ask(scenarioShape, 'POST', '/scenarios', scenario),
  }
}

function createRecordControl(path: string, ask: Ask): RecordControl {
  const at = (id: string): string => `${path}/${segment(id)}`
  return {
    list: async ({ limit, offset } = {}) => {
      const query = toQuery({ limit: limit?.toString(), offset: offset?.toString() })
      return await ask(rowsShape, 'GET', path + query)
    },
    get: async (id) => {
      try {
        return await ask(rowShape, 'GET', at(id))
      } catch (error) {
        if (error instanceof UnknownError) return undefined
        throw error
      }
    },
    create: async (record = {}) => await ask(rowShape, 'POST', path, record),
    update: async (id, patch) => await ask(rowShape, 'PATCH', at(id), patch),
    remove: async (id) => {
      await ask(nothing, 'DELETE', at(id))
    },
  }
}

/** The outbox, and what makes sure that nobody stands beyond what there is of it, where an earlier sandbox has taken its place. */
function createOutboxControl(ask: Ask): { readonly outbox: OutboxControl; readonly catchUp: () => Promise<void> } {
  /** For each question: where it stands, and the call whose turn it is. */
  const cursors = new Map<string, string>()
  const turns = new Map<string, Promise<unknown>>()
  const look = async (name: string, timeout: string) => {
    const asked = Object.fromEntries(new URLSearchParams(name))
    return await ask(nextShape, 'GET', `/outbox/next${toQuery({ ...asked, timeout, after: cursors.get(name) })}`)
  }
  const askNext = async (name: string, timeout: string) => {
    const { item, cursor } = await look(name, timeout)
    if (item === null) throw new ControlError(`outbox: nothing like that was settled within ${timeout}`, 200)
    cursors.set(name, cursor)
    return item
  }
  const outbox: OutboxControl = {
    list: async (query = {}) =>
      (await ask(collectionOf(deliveryShape), 'GET', `/outbox${toQuery({ ...query })}`)).items,
    show: async (id) => await ask(deliveryShape, 'GET', `/outbox/${segment(id)}`),
    next: ({ timeout = '30s', ...query } = {}) => {
      const name = toQuery({ ...query })
      const turn = (turns.get(name) ?? Promise.resolve()).then(() => askNext(name, timeout))
      turns.set(
        name,
        turn.catch(() => {}),
      )
      return turn
    },
    redeliver: async (id) => await ask(deliveryShape, 'POST', `/outbox/${segment(id)}/redeliver`),
    signingSecret: async () => (await ask(secretShape, 'GET', '/signing-secret')).secret,
    setSigningSecret: async (secret) => void (await ask(secretShape, 'PUT', '/signing-secret', { secret })),
  }
  const catchUp = async (): Promise<void> => {
    for (const name of cursors.keys()) {
      const { item, cursor } = await look(name, '0s')
      if (item === null) cursors.set(name, cursor)
    }
  }
  return { outbox, catchUp }
}
