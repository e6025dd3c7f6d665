import { UnknownError } from '../../lib/input-error.ts'
import { recordOf } from '../../lib/record-of.ts'
import type {
  ApiNames,
  ClockState,
  Control,
  OutboxControl,
  RecordControl,
  ScenarioControl,
  ScenarioInfo,
} from './control.ts'
import { createRequestControl } from './request-client.ts'
import type { SandboxDirectory } from './sandbox-client.ts'
import { type Ask, ControlError, createAsk, type Method, segment, type Send } from './send.ts'
import { toQuery } from './to-query.ts'

/**
 * Makes the control of a sandbox.
 * @param send carries requests to it
 * @param where it is, for messages
 * @param areas the names of the areas of its API
 */
export function createControl<Names extends ApiNames>(
  send: Send,
  where: string,
  areas: readonly Names['area'][],
): Control<Names> {
  const ask = createAsk(send, where)
  const clock = (method: Method, path: string, body?: unknown): Promise<ClockState> =>
    ask('clock', method, `/clock${path}`, body)
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
      list: async () => (await ask('assumptions', 'GET', '/assumptions')).items,
      set: async (choices) => void (await ask('assumptions', 'PATCH', '/assumptions', choices)),
    },
    keys: {
      list: async () => (await ask('keys', 'GET', '/keys')).items,
      create: (key) => ask('madeKey', 'POST', '/keys', key),
      revoke: async (id) => await ask('key', 'DELETE', `/keys/${segment(id)}`),
    },
    quota: {
      list: async () => (await ask('quotas', 'GET', '/quota')).items,
      set: async (id, change) => await ask('quota', 'PUT', `/quota/${segment(id)}`, change),
    },
    outbox,
    requests: createRequestControl(ask, send, where),
    ...recordOf(areas, (area) => createRecordControl(`/${area}`, ask)),
    summary: async () => await ask('summary', 'GET', ''),
    snapshot: {
      save: () => ask('snapshot', 'GET', '/snapshot'),
      load: async (document) => {
        await ask('summary', 'PUT', '/snapshot', document)
        await catchUp()
      },
    },
    reset: async () => void (await ask('summary', 'POST', '/reset')),
  }
}

/** Makes what lists, makes and deletes the sandboxes of a fake, out of what carries requests to one of them. */
export function createDirectory(send: Send, where: string): SandboxDirectory {
  const ask = createAsk(send, where)
  return {
    list: async () => (await ask('sandboxes', 'GET', '/sandboxes')).items,
    create: (name) => ask('sandbox', 'POST', '/sandboxes', { name }),
    delete: async (name) => {
      await ask('nothing', 'DELETE', `/sandboxes/${segment(name)}`)
    },
  }
}

function createScenarioControl(ask: Ask): ScenarioControl {
  const at = (name: string): string => `/scenarios/${segment(name)}`
  const show = async (name: string): Promise<ScenarioInfo> => await ask('scenario', 'GET', at(name))
  const each = async (method: 'PUT' | 'DELETE', names: readonly string[]): Promise<void> => {
    // All are known before the first is switched.
    if (names.length > 1) for (const name of names) await show(name)
    for (const name of names) await ask('scenario', method, at(name))
  }
  return {
    list: async () => (await ask('scenarios', 'GET', '/scenarios')).items,
    show,
    on: (...names) => each('PUT', names),
    off: async (...names) => {
      if (names.length === 0) await ask('scenarios', 'DELETE', '/scenarios')
      else await each('DELETE', names)
    },
    define: (scenario) => ask('scenario', 'POST', '/scenarios', scenario),
  }
}

function createRecordControl(path: string, ask: Ask): RecordControl {
  const at = (id: string): string => `${path}/${segment(id)}`
  return {
    list: async ({ limit, offset } = {}) => {
      const query = toQuery({ limit: limit?.toString(), offset: offset?.toString() })
      return await ask('rows', 'GET', path + query)
    },
    get: async (id) => {
      try {
        return await ask('row', 'GET', at(id))
      } catch (error) {
        if (error instanceof UnknownError) return undefined
        throw error
      }
    },
    create: async (record = {}) => await ask('row', 'POST', path, record),
    update: async (id, patch) => await ask('row', 'PATCH', at(id), patch),
    remove: async (id) => {
      await ask('nothing', 'DELETE', at(id))
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
    return await ask('next', 'GET', `/outbox/next${toQuery({ ...asked, timeout, after: cursors.get(name) })}`)
  }
  const askNext = async (name: string, timeout: string) => {
    const { item, cursor } = await look(name, timeout)
    if (item === null) throw new ControlError(`outbox: nothing like that was settled within ${timeout}`, 200)
    cursors.set(name, cursor)
    return item
  }
  const outbox: OutboxControl = {
    list: async ({ limit, ...query } = {}) =>
      (await ask('deliveries', 'GET', `/outbox${toQuery({ ...query, limit: limit?.toString() })}`)).items,
    show: async (id) => await ask('delivery', 'GET', `/outbox/${segment(id)}`),
    next: ({ timeout = '30s', ...query } = {}) => {
      const name = toQuery({ ...query })
      const turn = (turns.get(name) ?? Promise.resolve()).then(() => askNext(name, timeout))
      turns.set(
        name,
        turn.catch(() => {}),
      )
      return turn
    },
    redeliver: async (id) => await ask('delivery', 'POST', `/outbox/${segment(id)}/redeliver`),
    signingSecret: async () => (await ask('secret', 'GET', '/signing-secret')).secret,
    setSigningSecret: async (secret) => void (await ask('secret', 'PUT', '/signing-secret', { secret })),
  }
  const catchUp = async (): Promise<void> => {
    for (const name of cursors.keys()) {
      const { item, cursor } = await look(name, '0s')
      if (item === null) cursors.set(name, cursor)
    }
  }
  return { outbox, catchUp }
}
