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

/** The answers of a service, with the secrets that no file may contain. */
export interface Source {
  readonly seen: readonly RecordedExchange[]
  readonly choices: Choices
  readonly secrets: readonly string[]
  /** Deletes the progress file once the output is written. */
  readonly done?: () => void
}

/** Reads the records and the options of a service. It can be stopped, and the next run resumes it. */
export async function captureLive(
  flags: LiveFlags,
  areas: readonly AnsweredArea[],
  io: Io,
  signal: AbortSignal,
): Promise<Source> {
  const { baseUrl, apiKey = '', output, listsOnly = false, rate } = flags
  const file = `${output.replace(/[/\\]+$/, '')}.part`
  const kept = new ProgressFile(file, apiKey, baseUrl)
  const print = createPrinter(io)
  if (kept.size > 0) print(`resumes from ${file}: ${kept.size} answers were read before`, true)
  signal.addEventListener('abort', () => print(`stopped; the same command resumes from ${file}`, true))
  const service = { fetch, baseUrl, keys: { main: apiKey }, given: [signal] }
  const patient = createPatientSender({
    send: async (request) => {
      await waitOnWall(1000 / rate, signal)
      return await sendOnce(service, request)
    },
    wait: async (ms) => await waitOnWall(ms, signal),
    nowMs: wallNow,
    say: (reason, ms) => {
      if (!signal.aborted) print(`${reason}; waiting ${formatDuration(ms)}`, true)
    },
  })
  const answers: RecordedExchange[] = []
  const send = readingOnly(async (request) => {
    const name = JSON.stringify(request)
    const known = kept.get(name)
    if (known !== undefined) return known
    const seen = await patient(request)
    if (isLasting(seen)) kept.add(name, seen)
    return seen
  }, answers)
  await collect({ areas, send, listsOnly, say: (what) => print(what, true), progress: createProgress(print, rate) })
  print('the assumptions')
  const choices = await observe({ operations, send, recorded: [...answers], keys: ['main'] })
  return { seen: answers, secrets: [apiKey], choices, done: () => kept.remove() }
}

/** False for an answer that may differ in the next run: a proxy's page, a failure, or a rejected key. */
function isLasting({ key, isServed, code }: RecordedExchange): boolean {
  return key !== 'main' || isServed || (code !== undefined && !/^(?:authentication|internal)_error$/.test(code))
}

/** Prints progress on one line of a terminal; elsewhere, prints only important lines. */
function createPrinter(io: Io): (text: string, isImportant?: boolean) => void {
  return (text, isImportant = false) => {
    if (io.isTerminal) io.err(`\r\u001B[K${text}${isImportant ? '\n' : ''}`)
    else if (isImportant) io.err(`cloudsec-fake: ${text}\n`)
  }
}

function formatDuration(ms: number): string {
  const seconds = Math.ceil(ms / 1000)
  return seconds < 100 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`
}

/** Estimates the time left: by the rate until some requests are timed, then by their mean. */
function createProgress(print: (text: string) => void, rate: number) {
  const beganMs = performance.now()
  return (what: string, done: number, of: number): void => {
    const meanMs = done < 10 ? 1000 / rate : (performance.now() - beganMs) / done
    print(`${what}: ${done} of ${of} requests, about ${formatDuration((of - done) * meanMs)} left`)
  }
}
