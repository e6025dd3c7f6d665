import { operations } from '../core/app/areas.ts'
import type { Choices } from '../core/assumptions/profile.ts'
import type { CapturableArea } from '../tools/capture/assemble.ts'
import { collect } from '../tools/capture/collect.ts'
import { observe, getOnly } from '../tools/drift/gather.ts'
import type { RecordedExchange } from '../tools/resolve/recorded-exchange.ts'
import { createSender } from '../tools/resolve/send.ts'
import type { Io } from './io.ts'
import type { ServiceFlags } from './live-service.ts'

interface LiveFlags extends Omit<ServiceFlags, 'baseUrl'> {
  readonly baseUrl: string
  readonly listsOnly?: boolean
}

/** The answers of a service, with the secrets that no file may contain. */
export interface Source {
  readonly seen: readonly RecordedExchange[]
  readonly choices: Choices
  readonly secrets: readonly string[]
}

/** Reads the records and the options of a service. */
export async function captureLive(
  flags: LiveFlags,
  areas: readonly CapturableArea[],
  io: Io,
  signal: AbortSignal,
): Promise<Source> {
  const { baseUrl, apiKey = '', listsOnly = false, rate } = flags
  const print = createPrinter(io)
  signal.addEventListener('abort', () => print('stopped; nothing was written, and the next run starts over', true))
  const onPause = (reason: string, ms: number): void => print(`${reason}; waiting ${formatDuration(ms)}`, true)
  const service = { fetch, baseUrl, keys: { main: apiKey }, rate, signal, onPause }
  const answers: RecordedExchange[] = []
  const send = getOnly(createSender(service), answers)
  await collect({ areas, send, listsOnly, say: (what) => print(what, true), progress: createProgress(print, rate) })
  print('the assumptions')
  const choices = await observe({ operations, send, recorded: [...answers], keys: ['main'] })
  return { seen: answers, secrets: [apiKey], choices }
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
