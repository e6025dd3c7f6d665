import type { AnyInput, Input } from '../../../src/core/control/client/call.ts'
import type { assumptionEndpoints } from '../../../src/core/control/endpoints/assumptions.ts'
import type { clockEndpoints } from '../../../src/core/control/endpoints/clock.ts'
import type { AnswerOf, BodyOf } from '../../../src/core/control/endpoints/endpoint.ts'
import type { keyEndpoints } from '../../../src/core/control/endpoints/keys.ts'
import type { outboxEndpoints } from '../../../src/core/control/endpoints/outbox.ts'
import type { recordEndpoints } from '../../../src/core/control/endpoints/records.ts'
import type { conductEndpoints, coverageEndpoints } from '../../../src/core/control/endpoints/reports.ts'
import type { requestEndpoints } from '../../../src/core/control/endpoints/requests.ts'
import type { sandboxEndpoints } from '../../../src/core/control/endpoints/sandboxes.ts'
import type { scenarioEndpoints } from '../../../src/core/control/endpoints/scenarios.ts'
import type { snapshotEndpoints, stateEndpoints } from '../../../src/core/control/endpoints/state.ts'
import { send, type SendOptions, touch } from './ask.ts'
import { type Loaded, type LoadOptions, useLoaded } from './use-loaded.ts'

type ValueOf<T> = T extends unknown ? T[keyof T] : never

type Declared = ValueOf<
  | typeof assumptionEndpoints
  | typeof clockEndpoints
  | typeof conductEndpoints
  | typeof coverageEndpoints
  | typeof keyEndpoints
  | typeof outboxEndpoints
  | typeof recordEndpoints
  | typeof requestEndpoints
  | typeof sandboxEndpoints
  | typeof scenarioEndpoints
  | typeof snapshotEndpoints
  | typeof stateEndpoints
>

/** The endpoints of the control plane by method and path. The summary of a sandbox is `GET /`. */
type Endpoints = { readonly [E in Declared as `${E['method']} ${E['path'] extends '' ? '/' : E['path']}`]: E }

/** The method and path of an endpoint (`PUT /scenarios/{name}`). */
export type Route = keyof Endpoints

interface CallOptions extends SendOptions {
  /** True for a request that changes nothing on the page. Default: true for GET only. */
  readonly changesNothing?: boolean
}

type Rest<R extends Route, Options> =
  Partial<Input<Endpoints[R]>> extends Input<Endpoints[R]>
    ? [input?: Input<Endpoints[R]> & Options]
    : [input: Input<Endpoints[R]> & Options]

/** The result of an endpoint. */
export type Answer<R extends Route> = AnswerOf<Endpoints[R]>

/**
 * Calls an endpoint of the control plane: `await api('PUT /scenarios/{name}', { path: { name } })`. After any method
 * but GET, the page reloads its data. The page imports only types of the endpoints, which check the route.
 * @throws Refusal or Unreachable; the reason of the signal if it is aborted
 */
export function api<R extends Route>(route: R, ...rest: Rest<R, CallOptions>): Promise<Answer<R>>
export function api(route: Route, input?: AnyInput & CallOptions): Promise<unknown> {
  return submit(route, input)
}

/** Calls an endpoint with values that a person typed, which the control plane validates. @throws Refusal or Unreachable */
export function submit<R extends Route>(route: R, typed?: AnyInput & CallOptions): Promise<Answer<R>>
export async function submit(route: Route, { changesNothing = false, ...rest }: AnyInput & CallOptions = {}) {
  const response = await send(route, rest)
  const isJson = response.headers.get('Content-Type')?.includes('json') === true
  const value: unknown = response.status === 204 ? undefined : await (isJson ? response.json() : response.text())
  if (!route.startsWith('GET') && !changesNothing) touch()
  return value
}

/** Loads the result of an endpoint, and reloads it as `useLoaded` does: `const { value, error } = useAnswer('GET /keys')`. */
export function useAnswer<R extends Route & `GET ${string}`>(
  route: R,
  ...rest: [...Rest<R, { readonly sandbox?: string }>, options?: LoadOptions]
): Loaded<Answer<R>>
export function useAnswer(route: Route, input?: AnyInput & SendOptions, options?: LoadOptions): Loaded<unknown> {
  return useLoaded(`${route} ${JSON.stringify(input)}`, () => submit(route, input), options)
}

/** The names of the fields of a body. */
export type FieldOf<R extends Route> = keyof NonNullable<BodyOf<Endpoints[R]>> & string
