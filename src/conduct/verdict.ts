import type { Operation } from '../http/operation.ts'
import type { JournalEntry } from '../journal/entry.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Reading } from './same-request.ts'

/** The severities, worst first. */
export const severities = ['error', 'warning', 'note'] as const

/** One of `severities`. */
export type Severity = (typeof severities)[number]

/** The requests of one sandbox, and all that a judgement of them needs. */
export interface Evidence extends Reading {
  /** Oldest first; without those that the fake sent itself. */
  readonly entries: readonly JournalEntry[]
  /** True if they are all that the sandbox has had: none was forgotten or removed. */
  readonly isWhole: boolean
  /** The operations of the API by id. */
  readonly operations: ReadonlyMap<string, Operation>
  readonly sandbox: Pick<Sandbox, 'keys' | 'outbox' | 'scenarios'>
  /** The shortest pause between two reads of a record that is not finished. */
  readonly pollEveryMs: number
}

/** One place in the journal that shows a verdict. */
export interface Occurrence {
  /** The requests that show it, oldest first. */
  readonly requests: readonly JournalEntry[]
  /** One sentence with the facts. */
  readonly detail: string
}

/** One thing that a well-behaved client does not do. */
export interface Verdict<Id extends string = string> {
  readonly id: Id
  readonly severity: Severity
  /** Says in one sentence which behaviour it is. */
  readonly title: string
  /** Says in one sentence which behaviour is right. */
  readonly advice: string
  /** A long search gives way to other requests. */
  readonly find: (evidence: Evidence) => readonly Occurrence[] | Promise<readonly Occurrence[]>
}

/** Declares a verdict. */
export const defineVerdict = <const Id extends string>(verdict: Verdict<Id>): Verdict<Id> => verdict
