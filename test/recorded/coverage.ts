import { at, isObject, objectsAt, parseJson, textAt } from './json.ts'
import type { Step } from './recorder.ts'

const entriesOf = (value: unknown) => (isObject(value) ? Object.entries(value) : [])

const bodyAt = (steps: readonly Step[], path: string): unknown =>
  parseJson(steps.find(({ request, answer }) => request.path === path && answer.status === 200)?.answer.body ?? '')

const pathIn = ({ request }: Step): string => request.path.replace(/[?#].*$/s, '').replace(/^\/@[^/]*/, '')

const methods = new Set(['GET', 'PUT', 'POST', 'PATCH', 'DELETE'])

/** The operations of a document, each with the statuses that it names, and those of its answers in a session. */
function operationsOf(document: unknown, base: string, steps: readonly Step[]) {
  return entriesOf(at(document, 'paths')).flatMap(([path, item]) => {
    const form = `${base}${path}`.replace(/\/$/, '').replaceAll(/\{\w+\}/g, '[^/]+')
    const asked = steps.filter((step) => new RegExp(`^${form}/?$`).test(pathIn(step)))
    return entriesOf(item)
      .map(([name, operation]) => ({ method: name.toUpperCase(), operation }))
      .filter(({ method }) => methods.has(method))
      .map(({ method, operation }) => ({
        name: `${method} ${path}`,
        statuses: entriesOf(at(operation, 'responses')).map(([status]) => status),
        seen: new Set(asked.filter(({ request }) => request.method === method).map(({ answer }) => `${answer.status}`)),
      }))
  })
}

/** What there is and a session did not reach, by kind. */
export function missedBy(steps: readonly Step[]) {
  const control = operationsOf(bodyAt(steps, '/_control/openapi.json'), '/_control', steps)
  const api = operationsOf(bodyAt(steps, '/openapi.json'), '/v1', steps)
  const scenarios = objectsAt(bodyAt(steps, '/_control/scenarios'), 'items').map((item) => textAt(item, 'name'))
  const on = new Set(steps.filter(({ request }) => request.method === 'PUT').map(pathIn))
  const named = new Set(steps.map(({ request }) => request.headers?.['X-Fake-Scenario']))
  const chosen = new Set(
    steps
      .filter((step) => step.request.method === 'PATCH' && pathIn(step) === '/_control/assumptions')
      .filter(({ answer }) => answer.status === 200)
      .flatMap(({ request }) => entriesOf(parseJson(String(request.body))))
      .map(([id, choice]) => `${id}=${String(choice)}`),
  )
  const options = objectsAt(bodyAt(steps, '/@profile-0/_control/assumptions'), 'items').flatMap((row) =>
    (Array.isArray(row['options']) ? row['options'] : []).map((option) => `${textAt(row, 'id')}=${String(option)}`),
  )
  return {
    controlRoutes: control
      // A fake in process serves no https.
      .filter(({ name, seen }) => !name.endsWith(' /tls') && ![...seen].some((status) => status.startsWith('2')))
      .map(({ name }) => name),
    scenariosOn: scenarios.filter((name) => !on.has(`/_control/scenarios/${name}`)),
    scenariosByHeader: scenarios.filter((name) => !named.has(name)),
    options: options.filter((option) => !option.endsWith('=whole_number') && !chosen.has(option)),
    answers: api.flatMap(({ name, statuses, seen }) =>
      statuses.filter((status) => !seen.has(status)).map((status) => `${name} ${status}`),
    ),
  }
}
