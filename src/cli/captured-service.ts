import { operations } from '../app/areas.ts'
import type { Choices } from '../assumptions/profile.ts'
import type { AnsweredArea } from '../capture/assemble.ts'
import { collect } from '../capture/collect.ts'
import { createPatientSender } from '../capture/patient.ts'
import { ProgressFile } from '../capture/progress-file.ts'
import { observe, readingOnly } from '../drift/gather.ts'
import type { RecordedExchange } from '../resolve/recorded-exchange.ts'
import { sendOnce } from '../resolve/send.ts'
import { waitOnWall, wallNow } from '../time/clock.ts'
import type { Io } from './io.ts'
import type { ServiceFlags } from './live-service.ts'

interface LiveFlags extends Omit<ServiceFlags, 'baseUrl'> {
  readonly baseUrl: string
  readonly output: string
  readonly listsOnly?: boolean
}

/** Answers of a service, and what of it may be in no file. */
export interface Source {
  readonly seen: readonly RecordedExchange[]
  readonly choices: Choices
  readonly secrets: readonly string[]
  /** Forgets what was read, once it is written. */
  readonly done?: () => void
}

/** Reads the records of a service, and its options. It can be stopped, and goes on in the next run. */
export async function captureLive(
  flags: LiveFlags,
  areas: readonly AnsweredArea[],
  io: Io,
  signal: AbortSignal,
): Promise<Source> {
  const { baseUrl, apiKey = '', output, listsOnly = false, rate } = flags
  const file = `${output.replace(/[/\\]+$/, '')}.part`
  const kept = new ProgressFile(file, apiKey, baseUrl)
  const note = createNote(io)
  if (kept.size > 0) note(`goes on from ${file}: ${kept.size} answers were read before`, true)
  signal.addEventListener('abort', () => note(`stopped; the same command goes on from ${file}`, true))
  const service = { fetch, baseUrl, keys: { main: apiKey }, given: [signal] }
  const patient = createPatientSender({
    send: async (request) => {
      await waitOnWall(1000 / rate, signal)
      return await sendOnce(service, request)
    },
    wait: async (ms) => await waitOnWall(ms, signal),
    nowMs: wallNow,
    say: (reason, ms) => {
      if (!signal.aborted) note(`${reason}; waits ${shownTime(ms)}`, true)
    },
  })
  const asked: RecordedExchange[] = []
  const send = readingOnly(async (request) => {
    const name = JSON.stringify(request)
    const known = kept.get(name)
    if (known !== undefined) return known
    const seen = await patient(request)
    if (isLasting(seen)) kept.add(name, seen)
    return seen
  }, asked)
  await collect({ areas, send, listsOnly, say: (what) => note(what, true), progress: createProgress(note, rate) })
  note('the assumptions')
  const choices = await observe({ operations, send, recorded: [...asked], keys: ['main'] })
  return { seen: asked, secrets: [apiKey], choices, done: () => kept.remove() }
}

/** False for an answer that the next run may get otherwise: a page of a proxy, a failure, or a key that is refused. */
function isLasting({ key, isServed, code }: RecordedExchange): boolean {
  return key !== 'main' || isServed || (code !== undefined && !/^(?:authentication|internal)_error$/.test(code))
}

/** Shows on a terminal what is being done, in one line that the next replaces; elsewhere only what is important, line by line. */
function createNote(io: Io): (text: string, isImportant?: boolean) => void {
  return (text, isImportant = false) => {
    if (io.isTerminal) io.err(`\r\u001B[K${text}${isImportant ? '\n' : ''}`)
    else if (isImportant) io.err(`cloudsec-fake: ${text}\n`)
  }
}

function shownTime(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  return seconds < 100 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`
}

/** Most progress is a matter of the pace, so the time left follows from it until some requests have been timed. */
function createProgress(note: (text: string) => void, rate: number) {
  const beganMs = performance.now()
  return (what: string, done: number, of: number): void => {
    const pace = done < 10 ? 1000 / rate : (performance.now() - beganMs) / done
    note(`${what}: ${done} of ${of} requests, about ${shownTime((of - done) * pace)} left`)
  }
}
