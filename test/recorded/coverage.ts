import { at, isObject, objectsAt, parseJson, textAt } from './json.ts'
import type { Step } from './recorder.ts'

/** The items that a session did not reach, by kind. Each list is empty if it reached everything. */
export interface Missed {
  readonly controlRoutes: readonly string[]
  readonly scenariosOn: readonly string[]
  readonly scenariosByHeader: readonly string[]
  readonly options: readonly string[]
  readonly answers: readonly string[]
}

const bodyAt = (steps: readonly Step[], path: string): unknown =>
  parseJson(steps.find(({ request, answer }) => request.path === path && answer.status === 200)?.answer.body ?? '')

const pathIn = ({ request }: Step): string => request.path.replace(/[?#].*$/s, '').replace(/^\/@[^/]*/, '')

/** The methods and paths of a document, each with the statuses that it names. */
function operationsOf(document: unknown, base: string) {
  const paths = at(document, 'paths')
  if (!isObject(paths)) throw new Error('expected a document with paths')
  return Object.entries(paths).flatMap(([path, item]) => {
    const methods = isObject(item)
      ? Object.entries(item).filter(([name]) => /^(get|put|post|patch|delete)$/.test(name))
      : []
    const segments = `${base}${path}`.replace(/\/$/, '').split('/')
    return methods.map(([method, operation]) => {
      const responses = at(operation, 'responses')
      return {
        method: method.toUpperCase(),
        path,
        segments,
        statuses: isObject(responses) ? Object.keys(responses) : [],
      }
    })
  })
}

const isAt = (segments: readonly string[], path: string): boolean => {
  const sent = path.replace(/\/$/, '').split('/')
  return sent.length === segments.length && segments.every((name, i) => name.startsWith('{') || name === sent[i])
}

/** Compares what a session did with what there is. */
export function missedBy(steps: readonly Step[]): Missed {
  const control = operationsOf(bodyAt(steps, '/_control/openapi.json'), '/_control')
  const api = operationsOf(bodyAt(steps, '/openapi.json'), '/v1')
  const found = ({ method, segments }: (typeof control)[number], isRight: (status: number) => boolean): boolean =>
    steps.some((step) => step.request.method === method && isRight(step.answer.status) && isAt(segments, pathIn(step)))
  const names = objectsAt(bodyAt(steps, '/_control/scenarios'), 'items').map((item) => textAt(item, 'name'))
  const isOn = (name: string): boolean =>
    steps.some((step) => step.request.method === 'PUT' && pathIn(step) === `/_control/scenarios/${name}`)
  const chosen = new Set(
    steps
      .filter((step) => step.request.method === 'PATCH' && pathIn(step) === '/_control/assumptions')
      .filter(({ answer }) => answer.status === 200)
      .flatMap(({ request }) => {
        const choices = typeof request.body === 'string' ? parseJson(request.body) : undefined
        return isObject(choices) ? Object.entries(choices).map(([id, choice]) => `${id}=${String(choice)}`) : []
      }),
  )
  const rows = objectsAt(bodyAt(steps, '/@profile-0/_control/assumptions'), 'items')
  const options = rows.flatMap((row) =>
    (Array.isArray(row['options']) ? row['options'] : []).map((option) => `${textAt(row, 'id')}=${String(option)}`),
  )
  return {
    controlRoutes: control
      // A fake in process serves no https.
      .filter(({ path }) => path !== '/tls')
      .filter((route) => !found(route, (status) => status >= 200 && status < 300))
      .map(({ method, path }) => `${method} ${path}`),
    scenariosOn: names.filter((name) => !isOn(name)),
    scenariosByHeader: names.filter(
      (name) => !steps.some((step) => step.request.headers?.['X-Fake-Scenario'] === name),
    ),
    options: options.filter((option) => !option.endsWith('=whole_number') && !chosen.has(option)),
    answers: api.flatMap((operation) =>
      operation.statuses
        .filter((status) => !found(operation, (seen) => String(seen) === status))
        .map((status) => `${operation.method} ${operation.path} ${status}`),
    ),
  }
}
