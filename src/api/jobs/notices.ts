import * as z from 'zod/mini'

import type { Assume } from '../../assumptions/register.ts'
import { createAssume, UsedAssumptions } from '../../assumptions/used.ts'
import { defineSnapshotPart, requireDistinct } from '../../lib/snapshot-part.ts'
import { pendingBytes } from '../../notifications/delivery.ts'
import { outbox } from '../../notifications/outbox.ts'
import { formatId } from '../../random/ids.ts'
import { defineState, type Sandbox } from '../../sandbox/sandbox.ts'
import { nextTurn } from '../../time/clock.ts'
import { formatInstant, keptInstant } from '../../time/instant.ts'
import { type Status, statusAt, statuses } from '../../time/lifecycle.ts'
import { PriorityQueue } from '../../time/priority-queue.ts'
import { type Job, jobIdKind, jobs, stateNames } from './job.ts'
import { jobText } from './serialize.ts'

/** A change of a job that is to come. */
interface Change {
  readonly atMs: number
  readonly status: Status
}

/** Changes that are told in one turn of the event loop: some 10 ms of work. */
const mostInTurn = 200

/** What is to be told, in a snapshot. */
const keptNotices = z.strictObject({
  coming: z.array(
    z.strictObject({
      job: z.string(),
      changes: z.array(z.strictObject({ atMs: keptInstant, status: z.enum(statuses) })).check(z.minLength(1)),
    }),
  ),
  /** Jobs in the order in which they are told of. */
  turns: z.array(z.tuple([z.number(), z.string()])),
})

/** Tells of changes of jobs (§6): by webhook and by e-mail, as each job asks. */
class Notices {
  readonly #sandbox: Sandbox
  /** The changes to come of the jobs that are followed, in order, by the id of the job. */
  readonly #coming = new Map<string, readonly Change[]>()
  readonly #turns = new PriorityQueue<string>()
  #isTelling = false

  constructor(sandbox: Sandbox) {
    this.#sandbox = sandbox
    sandbox.scheduler.add({
      name: 'notices',
      // The end of what is being done has the agenda ask again.
      nextMs: () => (this.#isTelling ? undefined : this.#first()?.atMs),
      runDue: (nowMs) => this.#tellAll(nowMs),
    })
  }

  /** What is to come, with the order of what comes at one instant; undefined where nothing is. */
  save(): z.infer<typeof keptNotices> | undefined {
    if (this.#coming.size === 0) return undefined
    const coming = [...this.#coming].map(([job, changes]) => ({ job, changes: [...changes] }))
    this.#first()
    return { coming, turns: this.#turns.list().map(([atMs, job]) => [atMs, job]) }
  }

  /** Takes what was saved, where nothing is to come yet. @throws InputError */
  load({ coming, turns }: z.infer<typeof keptNotices>): void {
    requireDistinct(coming, ({ job }) => job, 'coming')
    for (const { job, changes } of coming) this.#coming.set(job, changes)
    for (const [atMs, job] of turns) this.#turns.add(atMs, job)
  }

  /** Whether there is room for what a job will send. */
  hasRoom(job: Job): boolean {
    return this.#sandbox.notifications.hasFree(bytesOf(job))
  }

  /** Follows a job that was created, if it asks for that. */
  follow(job: Job): void {
    const { id, lifecycle } = job
    if (bytesOf(job) === 0) return
    const { startedAt, finishedAt, outcome } = lifecycle
    const changes = [
      ...(startedAt === null || startedAt === finishedAt ? [] : [{ atMs: startedAt, status: 'running' as const }]),
      ...(finishedAt === null ? [] : [{ atMs: finishedAt, status: outcome }]),
    ]
    const [first] = changes
    if (first === undefined) return
    this.#coming.set(id, changes)
    this.#sandbox.notifications.reserve(bytesOf(job))
    this.#turns.add(first.atMs, id)
    this.#sandbox.scheduler.wake(first.atMs)
  }

  /** Tells of a job that somebody moved to another state, which then follows no course any more. */
  moved(job: Job, before: Job, nowMs: number): void {
    this.#drop(before, nowMs)
    const status = statusAt(job.lifecycle, nowMs)
    if (status !== statusAt(before.lifecycle, nowMs)) this.#tell(job, { atMs: nowMs, status })
    if (!isEnd(status)) outbox(this.#sandbox).release(job.id)
  }

  /** Follows a job no more, since it is gone. */
  forget(job: Job, nowMs: number): void {
    this.#drop(job, nowMs)
    outbox(this.#sandbox).release(job.id)
  }

  /** Follows a job no more, once what is overdue of it has been told. */
  #drop(job: Job, nowMs: number): void {
    const changes = this.#coming.get(job.id) ?? []
    this.#end(job)
    for (const change of changes) if (change.atMs <= nowMs) this.#tell(job, change)
  }

  /** Gives back what was reserved for a job, which sends nothing more. */
  #end(job: Job): void {
    if (this.#coming.delete(job.id)) this.#sandbox.notifications.reserve(-bytesOf(job))
  }

  /** The job whose change comes next. */
  #first() {
    return this.#turns.first((id, atMs) => this.#coming.get(id)?.[0]?.atMs === atMs)
  }

  /** Tells of every change until an instant. Requests are served in between. */
  async #tellAll(nowMs: number): Promise<void> {
    if (this.#isTelling) return
    this.#isTelling = true
    while (this.#tellSome(nowMs) && this.#sandbox.scheduler.isOpen) await nextTurn()
    this.#isTelling = false
  }

  /** Tells of as many changes as one turn of the event loop has. @returns whether more may be due */
  #tellSome(nowMs: number): boolean {
    for (let count = 0; count < mostInTurn; count += 1) {
      const next = this.#first()
      if (next === undefined || next.atMs > nowMs) return false
      this.#turns.take()
      this.#tellNext(next.key)
    }
    return true
  }

  #tellNext(id: string): void {
    const [change, ...rest] = this.#coming.get(id) ?? []
    const [later] = rest
    const job = jobs(this.#sandbox).get(id)
    if (later !== undefined) {
      this.#coming.set(id, rest)
      this.#turns.add(later.atMs, id)
    } else if (job === undefined) this.#coming.delete(id)
    else this.#end(job)
    if (job !== undefined && change !== undefined) this.#tell(job, change)
  }

  #tell(job: Job, { atMs, status }: Change): void {
    const assume = createAssume(this.#sandbox.scenarios.settings.profile, new UsedAssumptions())
    const isLast = isEnd(status)
    if (status === 'pending' || (!isLast && assume('notifyOn') === 'terminal')) return
    const { email, webhook_url: url } = job.notification ?? {}
    const state = stateNames[assume('jobStates')][status]
    const event = `analysis_job.${state}`
    const shownId = formatId(job.id, jobIdKind(assume('jobIdFormat')))
    const common = { group: job.id, about: shownId, event, isLast, subject: `Analysis job ${job.name}: ${state}` }
    const box = outbox(this.#sandbox)
    if (url !== undefined)
      box.post({ ...common, kind: 'webhook', to: url, body: toPayload(assume, job, event, status, atMs) }, atMs)
    if (email !== undefined)
      box.post({ ...common, kind: 'email', to: email, body: toMail(assume, shownId, job, state, atMs) }, atMs)
  }
}

/** Bytes that the last notifications of a job take until they are settled, about; 0 where it has none. */
function bytesOf(job: Job): number {
  const { email, webhook_url: url } = job.notification ?? {}
  const count = Number(email !== undefined) + Number(url !== undefined)
  return count === 0 ? 0 : count * pendingBytes(JSON.stringify(job).length)
}

const isEnd = (status: Status): boolean => status === 'completed' || status === 'failed'

function toPayload(assume: Assume, job: Job, event: string, status: Status, atMs: number): string {
  const record = jobText(assume, job, status)
  if (assume('webhookPayload') === 'record') return record
  const timestamp = formatInstant(atMs, assume('timestampPrecision'))
  return `{"type":${JSON.stringify(event)},"timestamp":"${timestamp}","data":${record}}`
}

function toMail(assume: Assume, id: string, { name, analysisType }: Job, state: string, atMs: number): string {
  return `The analysis job ${name} is ${state}.

Job:    ${id}
Type:   ${analysisType}
State:  ${state}
Since:  ${formatInstant(atMs, assume('timestampPrecision'))}
`
}

/** The notices of each sandbox. */
export const notices = defineState(
  'notices',
  defineSnapshotPart(
    keptNotices,
    (told: Notices) => told.save(),
    (told, saved) => told.load(saved),
  ),
  (sandbox) => new Notices(sandbox),
)
