import { hash } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { resolve } from 'node:path'

import type { Profile } from '../assumptions/register.ts'
import type { ClockPace } from '../conduct/reading.ts'
import type { RequestInfo } from '../control/endpoints/requests.ts'
import { drawToken } from '../control/guard.ts'
import { toRequest } from '../control/journal-entry.ts'
import type { Connection, JournalEntry } from '../journal/entry.ts'
import { headerValues } from '../lib/headers.ts'
import { InputError, quote } from '../lib/input-error.ts'
import type { Log } from '../lib/log.ts'
import { messageOf } from '../lib/message-of.ts'
import { recordOf } from '../lib/record-of.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { keyHeader } from '../spec/headers.ts'
import { later } from '../time/clock.ts'

/** A request in a journal file. */
export type RequestLine = RequestInfo & { readonly context: RequestContext }

/** The facts that a judgement of a client needs. */
type RequestContext = Readonly<ReturnType<typeof contextOf>>

/** A webhook in a journal file. */
export interface WebhookLine {
  readonly webhook: {
    /** Null where the receiver did not answer. */
    readonly status: number | null
    readonly isSigned: boolean
  }
  readonly context: Pick<RequestContext, 'fake'>
}

export type JournalFile = ReturnType<typeof openJournalFile>

/** The most requests that wait to be written. */
const maxWaiting = 100

/** Writes what waits, of each file. */
const flushes = new Set<() => void>()

process.on('exit', () => {
  for (const flush of flushes) flush()
})

/** Opens a file that gets a line for each request, and for each webhook. @throws InputError where it cannot be written */
export function openJournalFile(path: string, log: Log) {
  const file = resolve(path)
  const append = (text: string): void => appendFileSync(file, text, { mode: 0o600 })
  try {
    if (path === '') throw new Error('no path')
    append('')
  } catch (error) {
    const reason = `expected a file that this user can write, got ${quote(path)} (${messageOf(error)})`
    throw new InputError(reason, { field: 'journalFile', cause: error })
  }
  const fake = `${process.pid}-${process.hrtime.bigint()}`
  const salt = drawToken()
  let waiting: (() => RequestLine | WebhookLine)[] = []
  let isBroken = false
  const flush = (): void => {
    const lines = waiting
    waiting = []
    flushes.delete(flush)
    try {
      // One write of whole lines, so that lines of other processes stay apart.
      if (lines.length > 0) append(lines.map((toLine) => `${JSON.stringify(toLine())}\n`).join(''))
      isBroken = false
    } catch (error) {
      if (!isBroken) log.error(`journalFile: ${quote(path)} cannot be written: ${messageOf(error)}`)
      isBroken = true
    }
  }
  const add = (toLine: (typeof waiting)[number]): void => {
    waiting.push(toLine)
    flushes.add(flush)
    if (waiting.length === 1) later(flush)
    if (waiting.length >= maxWaiting) flush()
  }
  return {
    addRequest: (entry: JournalEntry, { clock: { mode, rate }, scenarios }: Sandbox): void => {
      const facts = { fake, clock: { mode, rate }, profile: scenarios.settings.profile, salt }
      add(() => ({ ...toRequest(entry), context: contextOf(entry, facts) }))
    },
    addWebhook: (webhook: WebhookLine['webhook']): void => add(() => ({ webhook, context: { fake } })),
    /** Writes what waits. */
    close: flush,
  }
}

function contextOf(entry: JournalEntry, { fake, clock, profile, salt }: Facts) {
  const { connection, wallMs, controlRevision: chapter, target, isDelayed, served, recordStatus = null } = entry
  const [credential = ''] = headerValues(entry.requestHeaders, keyHeader)
  return {
    /** Tells the fakes that write into one file apart. */
    fake,
    clock,
    /** The options that the answer depended on, by assumption. */
    choices: recordOf(entry.decidedBy.ids(), (id) => profile[id]),
    /** Tells credentials apart, and shows none. */
    credential: hash('sha256', `${salt} ${credential}`).slice(0, 16),
    /** Null for a request that the fake sent itself. */
    connection: connection === undefined ? null : pick(connection),
    /** Counts the changes of the sandbox by the control plane before the request. */
    chapter,
    /** The instant of the wall clock, in Unix milliseconds. */
    wallMs,
    target,
    isDelayed,
    /** True if it was served, also where the client got another answer. */
    served,
    recordStatus,
  }
}

const pick = ({ number, after, beside, first }: Connection) => ({ number, after, beside, first })

interface Facts {
  readonly fake: string
  readonly clock: ClockPace
  readonly profile: Profile
  readonly salt: string
}
