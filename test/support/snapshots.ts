import { assessmentBody, jobBody, knownResource, unknownId } from './answers.ts'
import type { ControlledFake } from './control.ts'

const inline = { name: 'own', rules: [{ when: { operation: 'listJobs' }, then: { error: 'internal_error' } }] } as const

/** Makes every kind of change to a sandbox. */
export async function change(sandbox: Pick<ControlledFake, 'api' | 'control'>): Promise<void> {
  await sandbox.api('POST', '/security/assessments', { body: assessmentBody })
  await sandbox.api('POST', '/data/analysis/jobs', { body: { ...jobBody, notification: { email: 'ops@example.com' } } })
  await sandbox.control('POST', '/resources', { id: unknownId })
  await sandbox.control('PATCH', `/resources/${knownResource.id}`, { name: 'other' })
  await sandbox.control('DELETE', '/jobs/f9aa2dc6-44d3-43be-a26c-3245a68f75af')
  await sandbox.control('POST', '/keys', { name: 'mine', secret: 'csf_mine_alone' })
  await sandbox.control('DELETE', '/keys/read-only')
  await sandbox.control('PUT', '/scenarios/flaky')
  await sandbox.control('POST', '/scenarios', inline)
  await sandbox.control('PATCH', '/assumptions', { limitAboveMax: 'clamp' })
  await sandbox.control('PUT', '/quota/full-access', { limit: 50 })
  await sandbox.control('POST', '/clock/advance', { by: '3s' })
  await sandbox.api('POST', '/data/analysis/jobs', { body: { ...jobBody, notification: { email: 'dev@example.com' } } })
}

/** Changes a sandbox in every way, and saves its snapshot. */
export async function changed(panel: ControlledFake, name = 'one') {
  const sandbox = panel.at(name)
  await change(sandbox)
  return { sandbox, saved: await panel.fake.sandbox(name).snapshot.save() }
}

/** Copies a JSON value with another value at a path such as `parts.jobs.rows.0`; undefined removes it. */
export function withAt(value: unknown, path: string, put: unknown): unknown {
  return withSteps(value, path.split('.'), put)
}

function withSteps(value: unknown, [step, ...rest]: readonly string[], put: unknown): unknown {
  if (step === undefined) return put
  if (Array.isArray(value)) {
    return value.map((item: unknown, i) => (String(i) === step ? withSteps(item, rest, put) : item))
  }
  const object: object = typeof value === 'object' && value !== null ? value : {}
  return { ...object, [step]: withSteps(Reflect.get(object, step), rest, put) }
}
