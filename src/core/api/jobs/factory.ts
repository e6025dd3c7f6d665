import { isJsonObject, type JsonObject } from '../../lib/merge-patch.ts'
import { draw } from '../../random/draw.ts'
import { drawId, streamLabel } from '../../random/random.ts'
import { dayMs } from '../../time/duration.ts'
import { formatInstant, parseInstant } from '../../time/instant.ts'
import { pinLifecycle, type Status } from '../../time/lifecycle.ts'
import { placeAt } from '../deployments.ts'
import { drawResults, type Job } from './job.ts'

/** Kinds of jobs: analysis type, data source, name and log types. */
const tasks = [
  ['security_event_correlation', 'security_logs', 'correlation of failed logins', ['authentication']],
  ['security_event_correlation', 'security_logs', 'correlation of blocked connections', ['firewall']],
  ['security_event_correlation', 'security_logs', 'correlation of restarts and logins', ['system', 'authentication']],
  ['anomaly_detection', 'network_flows', 'search for port scans', ['firewall']],
  ['anomaly_detection', 'network_flows', 'search for unusual outbound traffic', ['firewall']],
  ['access_review', 'audit_trail', 'review of administrators', ['authentication']],
  ['access_review', 'audit_trail', 'review of service accounts', ['authentication', 'system']],
] as const

/** Periods with their days, and why a job of them runs. */
const periods = [
  ['Daily', 1, 'For the report of the morning.'],
  ['Weekly', 7, 'For the meeting of the week.'],
  ['Monthly', 30, 'For the report of the month.'],
  ['Quarterly', 91, 'Asked for by the auditors.'],
] as const

const fromMs = parseInstant('2026-04-01T00:00:00Z', 'from')
const untilMs = parseInstant('2026-06-30T00:00:00Z', 'until')
const newestMs = parseInstant('2026-06-30T23:55:00Z', 'newest')

const jobCount = 25

/** Of every eight jobs, one failed and two are unfinished. */
const statuses: readonly Status[] = ['completed', 'completed', 'failed', 'completed', 'running', 'completed', 'pending']

/**
 * Draws the required fields of a create body.
 * @param given fields that the drawn ones fit, if their values are known
 * @param inventory the number of resources: the job analyses the deployment of one of them
 */
export function drawTask(seed: number, label: string, createdMs: number, given: JsonObject, inventory = 1000) {
  return draw(label, ({ helpers, number }) => {
    const source = isJsonObject(given['data_source']) ? given['data_source'] : undefined
    const ofType = tasks.filter(([type]) => type === given['analysis_type'])
    const ofSource = tasks.filter(([, known]) => known === source?.['type'])
    const fitting = [ofType, ofSource].find(({ length }) => length > 0) ?? tasks
    const [analysis_type, type, what, logs] = helpers.arrayElement(fitting)
    const [period, days] = helpers.arrayElement(periods)
    const { environment, team, role } = placeAt(seed, number.int(inventory - 1)).place
    // The last whole days before the creation.
    const endMs = Math.floor(createdMs / dayMs) * dayMs
    const [start_date, end_date] = [endMs - days * dayMs, endMs].map((atMs) => formatInstant(atMs, 'seconds'))
    const parameters = { start_date, end_date, log_types: [...logs] }
    return {
      name: `${period} ${what} in ${team}/${role}, ${environment}`,
      // A given data source keeps its own parameters.
      data_source: { type, ...(source === undefined ? { parameters } : {}) },
      analysis_type,
      output_format: helpers.arrayElement(['json', 'csv']),
    }
  })
}

/** Draws jobs. @param inventory the number of resources that they are about */
export function generateJobs(seed: number, inventory: number): readonly Job[] {
  return Array.from({ length: inventory === 0 ? 0 : jobCount }, (_, position) =>
    drawJob(seed, streamLabel(seed, 'fixture job', position), statuses[position % 8] ?? 'completed', inventory),
  )
}

function drawJob(seed: number, label: string, status: Status, inventory: number): Job {
  return draw(label, ({ helpers, number }) => {
    const isOver = status === 'completed' || status === 'failed'
    const [min, max] = isOver ? [fromMs, untilMs] : [newestMs - 3_600_000, newestMs]
    const createdMs = number.int({ min: min / 1000, max: max / 1000 }) * 1000
    const startedMs = createdMs + number.int({ min: 2, max: 90 }) * 1000
    const endMs = startedMs + number.int({ min: 3, max: 100 }) * 60_000
    const task = drawTask(seed, `${label} task`, createdMs, {}, inventory)
    const reason = periods.find(([period]) => task.name.startsWith(period))?.[2]
    const notification = { email: `${helpers.arrayElement(['security', 'audit', 'on-call'])}@example.com` }
    return {
      id: drawId(label),
      ...task,
      description: helpers.maybe(() => reason, { probability: 0.8 }),
      notification: helpers.maybe(() => notification, { probability: 0.25 }),
      lifecycle: pinLifecycle(status, createdMs, status === 'pending' ? null : startedMs, isOver ? endMs : null),
      found: status === 'completed' ? drawResults(label) : undefined,
    }
  })
}
