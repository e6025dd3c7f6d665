import type { JournalEntry } from '../journal/entry.ts'
import type { Journal } from '../journal/journal.ts'
import type { Journals } from '../journal/journals.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { parseInstant } from '../time/instant.ts'
import { entryId, readEntryId } from './journal-entry.ts'
import { oneOf } from './read-query.ts'
import type { RequestBasics } from './route.ts'

/** The requests of one sandbox, or of all, in the order in which they came. */
export interface RequestSource {
  readonly isOfAll: boolean
  readonly journal: Journal | Journals
  /** The number of an entry in the journal. */
  readonly numberOf: (entry: JournalEntry) => number
  /** The id of the entry with a number: clients go on after it. */
  readonly toId: (number: number) => string
  /** The number in such an id; undefined for any other text. */
  readonly readId: (text: string) => number | undefined
  readonly idPhrase: string
}

export function sourceOf(sandbox: Sandbox): RequestSource {
  return {
    isOfAll: false,
    journal: sandbox.journal,
    numberOf: ({ number }) => number,
    toId: (number) => entryId(sandbox, { number }),
    readId: (text) => readEntryId(sandbox, text),
    idPhrase: 'the id of a request',
  }
}

function sourceOfAll(journal: Journals): RequestSource {
  return {
    isOfAll: true,
    journal,
    numberOf: ({ sequence }) => sequence,
    toId: String,
    readId: (text) => (/^\d{1,15}$/.test(text) ? Number(text) : undefined),
    idPhrase: 'the sequence of a request, such as 57,',
  }
}

/** The requests that a query asks for. @param sandboxes as the query has it @throws InputError */
export function readSource({ sandbox, service }: RequestBasics, sandboxes: string | undefined): RequestSource {
  const isAll = oneOf('sandboxes', ['all'], sandboxes) === 'all'
  return isAll ? sourceOfAll(service.sandboxes.journals) : sourceOf(sandbox)
}

/** Reads where a list begins: after an entry, or at an instant. @param usual the number where nothing says so @throws InputError */
export function readSince({ idPhrase, readId }: RequestSource, text: string | undefined, usual: number) {
  if (text === undefined) return { after: usual, sinceMs: Number.NEGATIVE_INFINITY }
  const after = readId(text)
  if (after !== undefined) return { after, sinceMs: Number.NEGATIVE_INFINITY }
  return { after: 0, sinceMs: parseInstant(text, 'since', `${idPhrase} or an ISO 8601 date-time`) }
}
