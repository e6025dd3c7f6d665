import { type Command, Option } from 'commander'

import { operations } from '../core/app/areas.ts'
import { conventionalStatuses } from '../core/assumptions/error-statuses.ts'
import { clientVariables } from '../core/control/client/client-variables.ts'
import { InputError, withSubject, quote, isUnknown } from '../core/lib/input-error.ts'
import { readJsonFile } from '../core/lib/json-files.ts'
import { readServiceUrl } from '../core/lib/service-url.ts'
import { versionPath } from '../core/spec/version.ts'
import { waitOnWall } from '../core/time/clock.ts'
import { readHar } from '../tools/resolve/har.ts'
import { type KeyName, type RecordedExchange, toSentRequest } from '../tools/resolve/recorded-exchange.ts'
import { createSender } from '../tools/resolve/send.ts'
import { type SessionOptions } from '../tools/resolve/session.ts'
import { wholeNumber } from './config/flags.ts'

export interface ServiceFlags {
  readonly baseUrl?: string | undefined
  readonly apiKey?: string
  readonly har?: string
  readonly rate: number
}

/** Adds the flags for a service or a recording. */
export function addServiceFlags(command: Command): Command {
  return command
    .addOption(new Option('--base-url <url>', 'the service, version segment included').env(clientVariables.baseUrl))
    .addOption(new Option('--api-key <key>', 'a key that may read everything').env(clientVariables.apiKey))
    .option('--har <file>', 'read a recording instead of sending requests')
    .addOption(wholeNumber(new Option('--rate <n>', 'maximum number of requests per second'), 1, 1000).default(5))
}

/** Reads the exchanges of a recording, and its keys as secrets. */
export function readRecording(file: string) {
  const { content } = readJsonFile(file)
  const { seen, keys } = withSubject(file, () => readHar(content, operations))
  return { operations, send: undefined, recorded: seen, secrets: keys }
}

/** Creates a sender for a service, and sends the first request. @throws InputError without a key or a URL */
export async function openService(
  flags: ServiceFlags,
  keys: Readonly<Partial<Record<KeyName, string>>> = mainKey(flags),
) {
  if (keys.main === undefined) {
    throw new InputError(`--api-key (${clientVariables.apiKey}): required, unless --har names a recording`)
  }
  const baseUrl = readBaseUrl(flags.baseUrl)
  const send = createSender({ fetch, baseUrl, keys, rate: flags.rate })
  return { baseUrl, operations, send, recorded: [await sendFirst(send, baseUrl)] }
}

const mainKey = ({ apiKey }: ServiceFlags) => (apiKey === undefined ? {} : { main: apiKey })

/** Creates a wait function with a budget. It returns false for a wait beyond the budget. */
export function createWaitBudget(budgetMs: number): (ms: number) => Promise<boolean> {
  let leftMs = budgetMs
  return async (ms) => {
    if (ms > leftMs) return false
    leftMs -= ms
    await waitOnWall(ms)
    return true
  }
}

/** Sends the first request, which checks the service and the key. */
async function sendFirst(send: NonNullable<SessionOptions['send']>, baseUrl: string): Promise<RecordedExchange> {
  const seen = await send(toSentRequest(operations, { operation: 'listResources' })).catch((error: unknown) => {
    throw isUnknown(error) ? new Error(`${baseUrl}: ${error.message}`) : error
  })
  const { code, status } = seen
  const isRefused = code === undefined && status === conventionalStatuses.authentication_error
  if (code === 'authentication_error' || isRefused)
    throw new Error(`${baseUrl} rejects the API key (${code ?? `status ${status}`})`)
  if (seen.isServed || (code !== undefined && code !== 'resource_not_found')) return seen
  const form = /^\s*</.test(seen.text) ? ' in HTML' : ''
  const why = `status ${status}${form} for ${new URL(seen.url).pathname}`
  throw new Error(`${baseUrl} does not answer as documented (${why}); it must end in ${versionPath}`)
}

function readBaseUrl(text: string | undefined): string {
  const field = `--base-url (${clientVariables.baseUrl})`
  if (text === undefined) throw new InputError('required, unless --har names a recording', { field })
  const url = readServiceUrl(text)
  if (url !== undefined) return url
  const expected = 'expected an http or https URL without a query, a fragment or a password'
  throw new InputError(`${expected}, got ${quote(text)}`, { field })
}
