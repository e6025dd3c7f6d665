import { unnoted } from '../../assumptions/decided-by.ts'
import type { Profile } from '../../assumptions/register.ts'
import type { Notice, Notification } from '../../notifications/delivery.ts'
import { formatId } from '../../random/ids.ts'
import type { ManualNotifications } from '../../sandbox/record-admin.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { formatInstant } from '../../time/instant.ts'
import { type Status, statusAt, statuses } from '../../time/lifecycle.ts'
import { jobText } from './forms.ts'
import { type Job, jobIdKind, jobs, jobStateNames } from './job.ts'

/** Plans the notifications of a new job (§6), by webhook and e-mail. */
export function follow({ outbox }: Sandbox, { id, lifecycle, notification }: Job): void {
  const { startedAt, finishedAt, outcome } = lifecycle
  if ((notification?.email ?? notification?.webhook_url) === undefined || finishedAt === null) return
  const notices: Notice[] = [{ group: id, atMs: finishedAt, change: outcome }]
  if (startedAt !== null && startedAt !== finishedAt) {
    notices.unshift({ group: id, atMs: startedAt, change: 'running' })
  }
  outbox.plan(notices)
}

/** Sends overdue notifications, then stops following a job that the control plane changed or deleted. */
export function moved(sandbox: Sandbox, job: Job | undefined, before: Job, nowMs: number): void {
  const { outbox } = sandbox
  for (const { change, atMs } of outbox.cancel(before.id)) {
    if (atMs <= nowMs) outbox.send(compose(sandbox, before, change, atMs), atMs)
  }
  const status = job === undefined ? undefined : statusAt(job.lifecycle, nowMs)
  if (job !== undefined && status !== undefined && status !== statusAt(before.lifecycle, nowMs)) {
    outbox.send(compose(sandbox, job, status, nowMs), nowMs)
  }
  if (!isEnd(status)) outbox.release(before.id)
}

/** Composes the notifications of a change that is due. */
export function notify(sandbox: Sandbox, { group, change, atMs }: Notice): readonly Notification[] {
  const job = jobs(sandbox).get(group)
  return job === undefined ? [] : compose(sandbox, job, change, atMs)
}

function compose({ scenarios }: Sandbox, job: Job, change: string, atMs: number): readonly Notification[] {
  const choices = scenarios.settings.profile
  const status = statuses.find((one) => one === change) ?? 'pending'
  const isLast = isEnd(status)
  if (status === 'pending' || (!isLast && choices.notifyOn === 'terminal')) return []
  const { email, webhook_url: url } = job.notification ?? {}
  const state = jobStateNames[choices.jobStates][status]
  const event = `analysis_job.${state}`
  const about = formatId(job.id, jobIdKind(choices.jobIdFormat))
  const common = { group: job.id, about, event, isLast, subject: `Analysis job ${job.name}: ${state}` }
  const made: Notification[] = []
  if (url !== undefined) {
    const record = jobText(unnoted(choices), job, status)
    made.push({ ...common, kind: 'webhook', to: url, body: toPayload(choices, record, event, atMs) })
  }
  if (email !== undefined) {
    made.push({ ...common, kind: 'email', to: email, body: toMail(choices, about, job, state, atMs) })
  }
  return made
}

/** Notifications on demand: about the newest job, or with given data. */
export const manualNotifications: ManualNotifications = {
  events: ({ scenarios }) => [...eventsOf(scenarios.settings.profile).keys()],
  draft: (sandbox, event, data) => {
    const choices = sandbox.scenarios.settings.profile
    const status = eventsOf(choices).get(event) ?? 'completed'
    const newest = jobs(sandbox).select({ terms: [], order: 'newest_first' })
    const [job] = data === undefined ? newest.slice(0, 1) : []
    const record = job === undefined ? JSON.stringify(data ?? {}) : jobText(unnoted(choices), job, status)
    const id = job === undefined ? data?.['id'] : formatId(job.id, jobIdKind(choices.jobIdFormat))
    const about = typeof id === 'string' ? id : ''
    return { about, subject: event, body: toPayload(choices, record, event, sandbox.clock.now()) }
  },
}

/** The status that each event announces. */
function eventsOf({ jobStates }: Profile): ReadonlyMap<string, Status> {
  const announced = statuses.filter((status) => status !== 'pending')
  return new Map(announced.map((status) => [`analysis_job.${jobStateNames[jobStates][status]}`, status]))
}

const isEnd = (status: Status | undefined): boolean => status === 'completed' || status === 'failed'

/** @param record the answer of a get */
function toPayload(choices: Profile, record: string, event: string, atMs: number): string {
  if (choices.webhookPayload === 'record') return record
  const timestamp = formatInstant(atMs, choices.timestampPrecision)
  return `{"type":${JSON.stringify(event)},"timestamp":"${timestamp}","data":${record}}`
}

function toMail(choices: Profile, id: string, { name, analysis_type }: Job, state: string, atMs: number): string {
  return `The analysis job ${name} is ${state}.

Job:    ${id}
Type:   ${analysis_type}
State:  ${state}
Since:  ${formatInstant(atMs, choices.timestampPrecision)}
`
}
