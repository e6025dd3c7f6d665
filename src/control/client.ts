import type * as z from 'zod/mini'

import type { Choices } from '../assumptions/profile.ts'
import type { Scenario } from '../engine/scenario.ts'
import { UnknownError } from '../lib/input-error.ts'
import { type Ask, ControlError, createAsk, type Method, nothing, segment, type Send } from './ask.ts'
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
  scenarioShape,
  secretShape,
  summaryShape,
} from './shapes.ts'
import type { clockChange, keyRequest, quotaChange } from './shapes.ts'

/** What a sandbox's clock says. */
export type ClockState = z.infer<typeof clockShape>

/** What is to change of a clock; what is left out stays. */
export type ClockPatch = z.input<typeof clockChange>

/** A scenario in one sandbox, with what its rules counted. */
export type ScenarioInfo = z.infer<typeof scenarioShape>

/** An API key without its secret. */
export type KeyInfo = z.infer<typeof keyShape>

/** A key that is to be made. */
export type NewKey = z.input<typeof keyRequest>

/** A key that was made, with its secret. */
export type MadeKey = z.infer<typeof madeKeyShape>

/** The quota that requests with a key fall under. */
export type QuotaInfo = z.infer<typeof quotaShape>

/** What is to change of a quota; what is left out stays. */
export type QuotaPatch = z.input<typeof quotaChange>

/** A record in the form of the fixture files. */
export type RecordRow = z.infer<typeof rowShape>

/** A sandbox at a glance. */
export type Summary = z.infer<typeof summaryShape>

/** The clock of one sandbox. Everything in it throws an InputError for what cannot be used, and then changes nothing. */
export interface ClockControl {
  /** What it says. */
  show(): Promise<ClockState>
  /** Moves it forward by a duration (`1h`, `250ms`, `PT1H`). */
  advance(by: string): Promise<ClockState>
  /** Moves it to an ISO 8601 date-time; it goes on in the mode it is in. */
  set(now: string): Promise<ClockState>
  /** Stops it at the instant it is. */
  freeze(): Promise<ClockState>
  /** Lets it go on from the instant it is. @param rate seconds that pass in one second of the wall clock (as it was set last, at first 1) */
  run(rate?: number): Promise<ClockState>
  /** Changes several things at once. */
  change(change: ClockPatch): Promise<ClockState>
}

/** The scenarios of one sandbox. Everything in it throws an InputError for an unknown name, and then changes nothing. */
export interface ScenarioControl {
  /** All that the sandbox knows. */
  list(): Promise<readonly ScenarioInfo[]>
  /** One of them, with the matches and hits of its rules. */
  show(name: string): Promise<ScenarioInfo>
  /** Switches scenarios on, each with its counts at 0. */
  on(...names: readonly string[]): Promise<void>
  /** Switches scenarios off (all). */
  off(...names: readonly string[]): Promise<void>
  /** Defines a scenario in this sandbox, and switches it on. */
  define(scenario: Scenario): Promise<ScenarioInfo>
}

/** A row of the assumption register, with the choice that holds. */
export type AssumptionInfo = z.infer<typeof assumptionShape>

/** The assumption register of one sandbox. */
export interface AssumptionControl {
  /** All rows, with the choices that hold. */
  list(): Promise<readonly AssumptionInfo[]>
  /** Makes choices, all of them or none. @throws InputError for an unknown row or option */
  set(choices: Choices): Promise<void>
}

/** The API keys of one sandbox. */
export interface KeyControl {
  list(): Promise<readonly KeyInfo[]>
  /** Makes a key; its secret is told this once. */
  create(key: NewKey): Promise<MadeKey>
  /** Revokes a key for good. @throws InputError where none has the id */
  revoke(id: string): Promise<KeyInfo>
}

/** The quotas of one sandbox, by key. */
export interface QuotaControl {
  list(): Promise<readonly QuotaInfo[]>
  /** Sets what is given of the quota of a key. @throws InputError */
  set(keyId: string, change: QuotaPatch): Promise<QuotaInfo>
}

/** The records of one kind in one sandbox, in the form of the fixture files. */
export interface RecordControl {
  /** Newest first. @param page which of them (the first 100) */
  list(page?: { readonly limit?: number; readonly offset?: number }): Promise<z.infer<typeof rowsShape>>
  /** One record; undefined where none has the id. */
  get(id: string): Promise<RecordRow | undefined>
  /** Makes a record; what is left out is drawn. @throws InputError */
  create(record?: RecordRow): Promise<RecordRow>
  /** Changes a record by a JSON merge patch. @throws InputError */
  update(id: string, patch: RecordRow): Promise<RecordRow>
  /** Removes a record. @throws InputError where none has the id */
  remove(id: string): Promise<void>
}

/** An e-mail or a webhook delivery, with every attempt. */
export type DeliveryInfo = z.infer<typeof deliveryShape>

/** Which deliveries are asked for (all). */
export interface DeliveryQuery {
  readonly kind?: DeliveryInfo['kind']
  readonly state?: DeliveryInfo['state']
  /** Id of the job. */
  readonly job?: string
}

/** What one sandbox sends. */
export interface OutboxControl {
  /** The newest last. */
  list(query?: DeliveryQuery): Promise<readonly DeliveryInfo[]>
  /** One delivery. @throws InputError where none has the id */
  show(id: string): Promise<DeliveryInfo>
  /**
   * The next delivery that is settled (delivered, failed, refused or kept) and that no earlier call for the same has had; waits for it without polling.
   * @param query which ones, and how long to wait by the wall clock (`30s`)
   * @throws ControlError where the time is over before
   */
  next(query?: DeliveryQuery & { readonly timeout?: string }): Promise<DeliveryInfo>
  /** Tries a delivery anew. @throws InputError where none has the id */
  redeliver(id: string): Promise<DeliveryInfo>
  /** The secret that webhooks are signed with. */
  signingSecret(): Promise<string>
  /** Sets it: `whsec_` and 24 to 64 bytes in base64. @throws InputError */
  setSigningSecret(secret: string): Promise<void>
}

/** What can be done to one sandbox, in this process or over HTTP alike. */
export interface Control {
  readonly clock: ClockControl
  readonly scenarios: ScenarioControl
  readonly assumptions: AssumptionControl
  readonly keys: KeyControl
  readonly quota: QuotaControl
  readonly outbox: OutboxControl
  readonly resources: RecordControl
  readonly assessments: RecordControl
  readonly jobs: RecordControl
  /** The sandbox at a glance. */
  summary(): Promise<Summary>
  /** Puts the sandbox back to what it was at the start, in every part. */
  reset(): Promise<void>
}

const scenarios = collectionOf(scenarioShape)

/** Makes the control of a sandbox out of what carries requests to it. @param where it is, for messages */
export function createControl(send: Send, where: string): Control {
  const ask = createAsk(send, where)
  const clock = (method: Method, path: string, body?: unknown): Promise<ClockState> =>
    ask(clockShape, method, `/clock${path}`, body)
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
    outbox: createOutboxControl(ask),
    resources: createRecordControl('/resources', ask),
    assessments: createRecordControl('/assessments', ask),
    jobs: createRecordControl('/jobs', ask),
    summary: async () => await ask(summaryShape, 'GET', ''),
    reset: async () => void (await ask(summaryShape, 'POST', '/reset')),
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

function createOutboxControl(ask: Ask): OutboxControl {
  /** For each question: where it stands, and the call whose turn it is. */
  const cursors = new Map<string, string>()
  const turns = new Map<string, Promise<unknown>>()
  const askNext = async (name: string, query: Readonly<Record<string, string | undefined>>, timeout: string) => {
    const path = `/outbox/next${toQuery({ ...query, timeout, after: cursors.get(name) })}`
    const { item, cursor } = await ask(nextShape, 'GET', path)
    if (item === null) throw new ControlError(`outbox: nothing like that was settled within ${timeout}`, 200)
    cursors.set(name, cursor)
    return item
  }
  return {
    list: async (query = {}) =>
      (await ask(collectionOf(deliveryShape), 'GET', `/outbox${toQuery({ ...query })}`)).items,
    show: async (id) => await ask(deliveryShape, 'GET', `/outbox/${segment(id)}`),
    next: ({ timeout = '30s', ...query } = {}) => {
      const name = toQuery({ ...query })
      const turn = (turns.get(name) ?? Promise.resolve()).then(() => askNext(name, { ...query }, timeout))
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
}

function toQuery(values: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const sorted = given.toSorted(([a], [b]) => (a < b ? -1 : 1))
  return sorted.length === 0 ? '' : `?${new URLSearchParams(sorted).toString()}`
}
