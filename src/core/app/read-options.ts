import * as z from 'zod/mini'

import { createProfile } from '../assumptions/profile.ts'
import type { Profile } from '../assumptions/register.ts'
import { readable } from '../lib/checks.ts'
import { InputError, withSubject, quote } from '../lib/input-error.ts'
import { keysOf } from '../lib/keys-of.ts'
import { type Log, silentLog } from '../lib/log.ts'
import { readBy } from '../lib/read-by.ts'
import { readServiceUrl } from '../lib/service-url.ts'
import { versionPath } from '../spec/version.ts'
import type { ClockStart } from '../time/clock.ts'
import { parseDuration } from '../time/duration.ts'
import { frozenAtMs, parseInstant } from '../time/instant.ts'
import { type ListenOptions, listenOptions } from './listen-options.ts'
import { type FakeOptions, fakeOptions } from './options.ts'
import { readPresets, withoutRows } from './presets.ts'

const allOfServer = z.object(listenOptions)

/** Check options of a server that depend on each other. @throws InputError */
export const listenChecks: readonly ((options: z.output<typeof allOfServer>) => void)[] = [
  ({ controlToken, controlReadToken }) => {
    const isSame = controlReadToken !== undefined && controlReadToken === controlToken
    if (isSame) refuse('controlReadToken', 'must differ from controlToken')
  },
  ({ tlsCert, tlsKey }) => {
    if (tlsCert === undefined && tlsKey !== undefined) refuseMissing('tlsCert', 'the certificate of the key')
    if (tlsKey === undefined && tlsCert !== undefined) refuseMissing('tlsKey', 'the key of the certificate')
  },
  ({ port, tls, tlsCert, httpPort }) => {
    if (httpPort !== undefined && !tls && tlsCert === undefined) {
      refuse('httpPort', 'needs tls or tlsCert; without https, port serves plain HTTP')
    }
    if (httpPort === port && port !== 0) refuse('httpPort', `must differ from port (${port}), which serves https`)
  },
]

const fakeSchema = z.strictObject(fakeOptions)
const listenSchema = allOfServer.check(...listenChecks.map((read) => readable(read)))

/** Read options of a fake that their schemas do not check completely. @throws InputError */
export const fakeChecks: readonly ((options: z.output<typeof fakeSchema>) => unknown)[] = [
  ({ completeAfter }) => parseDuration(completeAfter, 'completeAfter'),
  ({ clock }) => readClock(clock),
  ({ assume = {}, quota }) => readProfile(assume, quota),
  ({ upstream, upstreamKey, allowWrites }) => readUpstream(upstream, upstreamKey, allowWrites),
  ({ sandboxes }) => withSubject('sandboxes', () => readPresets(sandboxes)),
]

/** Options as the fake uses them: some are converted. */
export type ReadOptions = ReturnType<typeof readOptions>

function refuse(field: string, message: string): never {
  throw new InputError(message, { field })
}

function refuseMissing(field: string, what: string): never {
  refuse(field, `expected ${what}, got none`)
}

/** Refuses options that are no object, since JavaScript may pass anything. @throws InputError */
function requireObject(options: unknown): void {
  if (typeof options === 'object' && options !== null) return
  throw new InputError(`the options: expected an object, got ${quote(options)}`)
}

export function readOptions(options: FakeOptions) {
  requireObject(options)
  const { log, ...rest } = options
  const ofServer = keysOf(listenOptions).find((name) => Object.hasOwn(rest, name))
  if (ofServer !== undefined) refuse(ofServer, 'only startFake takes this option')
  const {
    assume = {},
    quota,
    clock,
    completeAfter,
    upstream,
    upstreamKey,
    allowWrites,
    sandboxes,
    ...others
  } = readBy(fakeSchema, rest, 'the options')
  const { empty, resources } = others
  if (empty && resources !== undefined) refuse('resources', `cannot be used with empty, got ${resources}`)
  return {
    ...others,
    profile: readProfile(assume, quota),
    completeAfterMs: parseDuration(completeAfter, 'completeAfter'),
    clock: readClock(clock),
    upstream: readUpstream(upstream, upstreamKey, allowWrites),
    journalFile: others.journalFile ?? variable('CLOUDSEC_FAKE_JOURNAL_FILE'),
    sandboxes: readSandboxes({ sandboxes, assume, quota }),
    log: readLog(log),
  }
}

export function withoutAddress(options: FakeOptions & ListenOptions): FakeOptions {
  requireObject(options)
  const rest: { -readonly [K in keyof typeof options]: (typeof options)[K] } = { ...options }
  for (const name of keysOf(listenOptions)) delete rest[name]
  return rest
}

export const readListenOptions = (options: ListenOptions) => readBy(listenSchema, options, 'the options')

function readLog(log: unknown = silentLog): Log {
  if (isLog(log)) return log
  return refuse('log', `expected a log as createLog makes it, got ${quote(log)}`)
}

function isLog(value: unknown): value is Log {
  if (typeof value !== 'object' || value === null) return false
  return keysOf(silentLog).every((level) => typeof Reflect.get(value, level) === 'function')
}

function readProfile(assume: Readonly<Record<string, unknown>>, quota: number | undefined): Profile {
  const profile = createProfile(assume)
  if (quota === undefined) return profile
  if (assume['rateQuota'] !== undefined && profile.rateQuota !== quota) {
    refuse('quota', `${quota} and the assumption rateQuota=${profile.rateQuota} disagree; give one of them`)
  }
  return { ...profile, rateQuota: quota }
}

/** The rows that options of a fake decide. */
export const decidedRows = ({ assume = {}, quota }: Pick<FakeOptions, 'assume' | 'quota'>): readonly string[] => [
  ...Object.keys(assume),
  ...(quota === undefined ? [] : ['rateQuota']),
]

/** The text of a variable that fakes of programs read, too; undefined for an empty one. */
const variable = (name: string): string | undefined => process.env[name] || undefined

/** Returns the presets of the option or of the variable. In the latter, the other options decide rows. */
function readSandboxes({ sandboxes, ...others }: Pick<FakeOptions, 'sandboxes' | 'assume' | 'quota'>) {
  const name = 'CLOUDSEC_FAKE_SANDBOXES'
  const text = variable(name)
  // A command reads the variable as its option.
  if (sandboxes !== undefined && sandboxes !== text) {
    return { field: 'sandboxes', presets: withSubject('sandboxes', () => readPresets(sandboxes)) }
  }
  const presets = withSubject(name, () => readPresets(text))
  return { field: name, presets: withoutRows(presets, decidedRows(others)) }
}

function readUpstream(text: string | undefined, key: string | undefined, allowsWrites: boolean) {
  if (text === undefined) {
    const needing = key === undefined ? 'allowWrites' : 'upstreamKey'
    if (key !== undefined || allowsWrites) refuseMissing('upstream', `the URL of a service, which ${needing} needs`)
    return undefined
  }
  const url = readServiceUrl(text)
  // The text may have a password.
  if (url?.endsWith(versionPath) !== true) {
    const form = `ends in ${versionPath}, without credentials, a query or a fragment`
    refuse('upstream', `expected an http or https URL that ${form}, such as https://api.example.com${versionPath}`)
  }
  if (key === undefined) refuseMissing('upstreamKey', 'the API key of the service at upstream')
  return { url, key, allowsWrites }
}

function readClock(text: string): ClockStart {
  if (text === 'real') return { mode: 'real' }
  if (text === 'frozen') return { mode: 'frozen', nowMs: frozenAtMs }
  return { mode: 'frozen', nowMs: parseInstant(text, 'clock', 'real, frozen or an ISO 8601 date-time') }
}
