import * as z from 'zod/mini'

import type { Assume, Profile } from '../../assumptions/register.ts'
import { createAssume } from '../../assumptions/used.ts'
import { jsonLength } from '../../lib/byte-limit.ts'
import { requireDistinct } from '../../lib/require-distinct.ts'
import { pendingBytes } from '../../notifications/delivery.ts'
import { formatId } from '../../random/ids.ts'
import { defineState } from '../../sandbox/area-state.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { nextTurn } from '../../time/clock.ts'
import { formatInstant, keptInstant } from '../../time/instant.ts'
import { type Status, statusAt, statuses } from '../../time/lifecycle.ts'
import { PriorityQueue } from '../../time/priority-queue.ts'
import { type Job, jobIdKind, jobs, stateNames } from './job.ts'
import { jobText } from './serialize.ts'

/** A status that a job will reach. */
interface Change {
  readonly atMs: number
  readonly status: Status
}

/** Most changes that one turn of the event loop handles: some 10 ms of work. */
const mostInTurn = 200

/** The state of the notices in a snapshot. */
const noticesState = z.strictObject({
  /** The changes to come, in order. */
  coming: z.array(
    z.strictObject({
      job: z.string(),
      changes: z.array(z.strictObject({ atMs: keptInstant, status: z.enum(statuses) })).check(z.minLength(1)),
    }),
  ),
  /** The jobs in the order in which their next changes are due. */
  turns: z.array(z.tuple([z.number(), z.string()])),
})

type NoticesState = z.infer<typeof noticesState>

/** Notifies of changes of jobs (§6), by webhook and by e-mail as each job asks. */
class Notices {
  readonly #sandbox: Sandbox
  /** The changes to come, in order, by the id of the job. */
  readonly #coming = new Map<string, readonly Change[]>()
  readonly #turns = new PriorityQueue<string>()
  #isTelling = false

  constructor(sandbox: Sandbox, { coming, turns }: NoticesState = { coming: [], turns: [] }) {
    requireDistinct(coming, ({ job }) => job, 'coming')
    this.#sandbox = sandbox
    for (const { job, changes } of coming) {
      this.#coming.set(job, changes)
      const followed = jobs(sandbox).get(job)
      if (followed !== undefined) sandbox.notifications.take(bytesOf(followed))
    }
    for (const [atMs, job] of turns) this.#turns.add(atMs, job)
    sandbox.scheduler.add({
      name: 'notices',
      // At the end of the work under way the scheduler asks again.
      nextMs: () => (this.#isTelling ? undefined : this.#first()?.atMs),
      runDue: (nowMs) => this.#tellAll(nowMs),
    })
  }

  /** Undefined where no change is to come. */
  get state(): NoticesState | undefined {
    if (this.#coming.size === 0) return undefined
    const coming = [...this.#coming].map(([job, changes]) => ({ job, changes: [...changes] }))
    // Drops the turns that are out of date from the front.
    this.#first()
    return { coming, turns: this.#turns.list().map(([atMs, job]) => [atMs, job]) }
  }

  /** True if there is room for the notifications of a job. */
  hasRoom(job: Job): boolean {
    return this.#sandbox.notifications.hasRoom(bytesOf(job))
  }

  /** Follows a new job, if it asks for notifications. */
  follow(job: Job): void {
    const { id, lifecycle } = job
    const bytes = bytesOf(job)
    if (bytes === 0) return
    const { startedAt, finishedAt, outcome } = lifecycle
    const changes = [
      ...(startedAt === null || startedAt === finishedAt ? [] : [{ atMs: startedAt, status: 'running' as const }]),
      ...(finishedAt === null ? [] : [{ atMs: finishedAt, status: outcome }]),
    ]
    const [first] = changes
    if (first === undefined) return
    this.#coming.set(id, changes)
    this.#sandbox.notifications.take(bytes)
    this.#turns.add(first.atMs, id)
    this.#sandbox.scheduler.wake(first.atMs)
  }

  /** Notifies of a job that a client moved to another status. Its lifecycle changes it no more. */
  moved(job: Job, before: Job, nowMs: number): void {
    this.#drop(before, nowMs)
    const status = statusAt(job.lifecycle, nowMs)
    if (status !== statusAt(before.lifecycle, nowMs)) this.#tell(job, { atMs: nowMs, status })
    if (!isEnd(status)) this.#sandbox.outbox.release(job.id)
  }

  /** Follows a deleted job no more. */
  forget(job: Job, nowMs: number): void {
    this.#drop(job, nowMs)
    this.#sandbox.outbox.release(job.id)
  }

  /** Follows a job no more, after it has notified of the changes that are overdue. */
  #drop(job: Job, nowMs: number): void {
    const changes = this.#coming.get(job.id) ?? []
    this.#end(job)
    for (const change of changes) if (change.atMs <= nowMs) this.#tell(job, change)
  }

  /** Gives back the bytes of a job with no changes to come. */
  #end(job: Job): void {
    if (this.#coming.delete(job.id)) this.#sandbox.notifications.giveBack(bytesOf(job))
  }

  /** The job with the next change. */
  #first() {
    return this.#turns.first((id, atMs) => this.#coming.get(id)?.[0]?.atMs === atMs)
  }

  /** Notifies of every change until an instant. Requests are served in between. */
  async #tellAll(nowMs: number): Promise<void> {
    if (this.#isTelling) return
    this.#isTelling = true
    while (this.#tellSome(nowMs) && this.#sandbox.scheduler.isOpen) await nextTurn()
    this.#isTelling = false
  }

  /** Handles one turn of the event loop. @returns true if more may be due */
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
    const { profile } = this.#sandbox.scenarios.settings
    const assume = createAssume(profile)
    const isLast = isEnd(status)
    if (status === 'pending' || (!isLast && assume('notifyOn') === 'terminal')) return
    const { email, webhook_url: url } = job.notification ?? {}
    const state = stateNames[assume('jobStates')][status]
    const event = `analysis_job.${state}`
    const shownId = formatId(job.id, jobIdKind(assume('jobIdFormat')))
    const common = { group: job.id, about: shownId, event, isLast, subject: `Analysis job ${job.name}: ${state}` }
    if (url !== undefined)
      this.#sandbox.outbox.send(
        { ...common, kind: 'webhook', to: url, body: toPayload(profile, job, event, status, atMs) },
        atMs,
      )
    if (email !== undefined)
      this.#sandbox.outbox.send(
        { ...common, kind: 'email', to: email, body: toMail(assume, shownId, job, state, atMs) },
        atMs,
      )
  }
}

/** Bytes that the last notifications of a job take until they are settled, about; 0 where it asks for none. */
function bytesOf(job: Job): number {
  const { email, webhook_url: url } = job.notification ?? {}
  const count = Number(email !== undefined) + Number(url !== undefined)
  return count === 0 ? 0 : count * pendingBytes(jsonLength(job))
}

const isEnd = (status: Status): boolean => status === 'completed' || status === 'failed'

function toPayload(profile: Profile, job: Job, event: string, status: Status, atMs: number): string {
  const record = jobText({ profile }, job, status)
  const assume = createAssume(profile)
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
export const notices = defineState({
  id: 'notices',
  schema: noticesState,
  create: (sandbox, state) => new Notices(sandbox, state),
})
