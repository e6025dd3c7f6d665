import { at, isObject, objectsAt, parseJson, textAt } from './json.ts'
import type { Step } from './recorder.ts'

const entriesOf = (value: unknown) => (isObject(value) ? Object.entries(value) : [])

const bodyOf = (steps: readonly Step[], line: string): unknown =>
  parseJson(steps.find((step) => step.line === line && step.answer.status === 200)?.answer.body ?? '')

const methods = new Set(['get', 'put', 'post', 'patch', 'delete'])

/** The operations of a document, each with the statuses that it names, and those of its answers in a session. */
function operationsOf(document: unknown, base: string, steps: readonly Step[]) {
  return entriesOf(at(document, 'paths')).flatMap(([path, item]) =>
    entriesOf(item)
      .filter(([method]) => methods.has(method))
      .map(([method, operation]) => {
        const form = `${base}${path}`.replace(/\/$/, '').replaceAll(/\{\w+\}/g, '[^/?]+')
        const line = new RegExp(`^${method.toUpperCase()} (/@[^/]*)?${form}/?([?#].*)?$`)
        return {
          name: `${method.toUpperCase()} ${path}`,
          statuses: entriesOf(at(operation, 'responses')).map(([status]) => status),
          seen: new Set(steps.filter((step) => line.test(step.line)).map(({ answer }) => `${answer.status}`)),
        }
      }),
  )
}

/** What there is and a session did not reach, by kind. An option or scenario is reached where it changes an answer. */
export function missedBy(steps: readonly Step[]) {
  const control = operationsOf(bodyOf(steps, 'GET /_control/openapi.json'), '/_control', steps)
  const api = operationsOf(bodyOf(steps, 'GET /openapi.json'), '/v1', steps)
  const chapters = new Set(
    steps.filter(({ line }) => !line.includes('/_control/scenarios/')).map(({ chapter }) => chapter),
  )
  const options = objectsAt(bodyOf(steps, 'GET /_control/assumptions'), 'items').flatMap((row) =>
    (Array.isArray(row['options']) ? row['options'] : [])
      .filter((option) => option !== row['default'] && option !== 'whole_number')
      .map((option) => `${textAt(row, 'id')}=${String(option)}`),
  )
  const scenarios = objectsAt(bodyOf(steps, 'GET /_control/scenarios'), 'items').map((item) => textAt(item, 'name'))
  return {
    controlRoutes: control
      // A fake in process serves no https.
      .filter(({ name, seen }) => !name.endsWith(' /tls') && ![...seen].some((status) => status.startsWith('2')))
      .map(({ name }) => name),
    // The chapter webhooks has the scenarios about them.
    scenarios: scenarios.filter((name) => !chapters.has(`scenario ${name}`) && !name.startsWith('webhook-')),
    // Alone, it shows only after five thousand requests with unknown keys.
    options: options.filter((option) => !chapters.has(option) && option !== 'checkOrder=quota_first'),
    answers: api.flatMap(({ name, statuses, seen }) =>
      statuses.filter((status) => !seen.has(status)).map((status) => `${name} ${status}`),
    ),
  }
}
