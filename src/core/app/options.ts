import * as z from 'zod/mini'

import type { Choices } from '../assumptions/profile.ts'
import { type Log, logFormats, logLevels } from '../lib/log.ts'
import { isJsonObject } from '../lib/merge-patch.ts'
import { wholeNumber } from '../lib/whole-number.ts'
import { type Delay, delaySchema } from '../scenarios/fields.ts'
import { durationText } from '../time/duration.ts'
import type { ScenarioName } from './client.ts'
import { listenOptions } from './listen-options.ts'
import { listOf, option, type SchemasOf, text, toRows } from './option.ts'
import { presetsSchema, type SandboxPresets } from './presets.ts'

/** The options of a fake. Each has a default. */
export interface FakeOptions {
  /** A whole number that decides ids, findings and generated records. Default: 1. */
  readonly seed?: number | undefined
  /** A folder with resources.json, assessments.json, jobs.json and keys.json, or some of them. Default: the built-in fixtures. */
  readonly fixtures?: string | undefined
  /** The number of resources to generate, with assessments and jobs about them, in place of those in the fixtures; at most 100,000. Default: none. */
  readonly resources?: number | undefined
  /** Starts without resources, assessments and jobs: only the keys of the fixtures are loaded. Default: false. */
  readonly empty?: boolean | undefined
  /** Requests an hour for each key without a quota of its own: the assumption rateQuota. Default: 5000. */
  readonly quota?: number | undefined
  /** Choices of assumptions that differ from their defaults. Default: none. */
  readonly assume?: Choices | undefined
  /** `real`, `frozen` (at 2026-07-01T00:00:00Z), or an ISO 8601 date-time to freeze at. Default: real. */
  readonly clock?: string | undefined
  /** The time from the creation of an assessment or a job to its completion. Default: 5s. */
  readonly completeAfter?: string | undefined
  /** The delay of every answer of the API: a duration, or `{ min, max }`. Default: none. */
  readonly delay?: Delay | undefined
  /** The maximum number of sandboxes, `default` included. Default: 1000. */
  readonly maxSandboxes?: number | undefined
  /** Bytes for created records in all sandboxes, counted as 2 KiB plus eight times the body each. Default: 512 MiB. */
  readonly maxStoredBytes?: number | undefined
  /** Bytes for the journals of all sandboxes; 0 turns them off. Default: 64 MiB. */
  readonly journalBytes?: number | undefined
  /** A file for a line of JSON for each request, as `requests.list` shows it, and each webhook. Default: `CLOUDSEC_FAKE_JOURNAL_FILE`, or none. */
  readonly journalFile?: string | undefined
  /** A file that keeps the state of all sandboxes: read at the start, saved while it runs and by `close`. Default: none. */
  readonly state?: string | undefined
  /** Counts every request for the coverage, even if its sandbox is reset or deleted later. Default: false. */
  readonly coverage?: boolean | undefined
  /** A folder of scenario files, added to the built-in ones. Default: none. */
  readonly scenarios?: string | undefined
  /** Names of the scenarios that are on from the start, in every sandbox. Default: none. */
  readonly scenario?: readonly ScenarioName[] | undefined
  /** Choices and scenarios of single sandboxes, by name. Default: the variable `CLOUDSEC_FAKE_SANDBOXES`, or none. */
  readonly sandboxes?: SandboxPresets | string | undefined
  /** Host names, addresses or ranges (`10.0.0.0/8`) outside the loopback that webhooks may go to. Default: none. */
  readonly allowWebhookHost?: readonly string[] | undefined
  /**
   * The base URL of the real service, with its version segment (`https://SERVICE/v1`). Requests of known operations are
   * forwarded to it; rules act on them, assumptions do not. Needs `upstreamKey`. Default: none.
   */
  readonly upstream?: string | undefined
  /** The API key of the real service. No output of the fake has it. Default: none. */
  readonly upstreamKey?: string | undefined
  /** Forwards creates to the real service, too. Default: false. */
  readonly allowWrites?: boolean | undefined
  /** A log, as `createLog` creates it. Default: a silent log. */
  readonly log?: Log | undefined
}

/** Each generated resource takes about 1.5 KB of memory. */
const maxResources = 100_000

/** A key of the real service may be a token. */
const upstreamKey = z
  .string()
  .check(z.regex(/^[\x21-\x7e]{8,4096}$/, { error: '8 to 4096 characters of ASCII without a space' }))

export const fakeOptions = {
  seed: option(z._default(wholeNumber(), 1), 'decides ids, findings and generated records', { value: 'n' }),
  fixtures: option(
    z.optional(text),
    'folder of [your own data](own-data.md): resources.json, assessments.json, jobs.json, keys.json',
    { value: 'folder', isPath: true },
  ),
  resources: option(
    z.optional(wholeNumber(0, maxResources)),
    'number of resources to generate, with assessments and jobs about them; at most 100,000',
    { value: 'n' },
  ),
  empty: option(z._default(z.boolean(), false), 'starts without records; the fixtures give the keys alone'),
  quota: option(z.optional(wholeNumber(1)), 'requests an hour for each key', { value: 'n', default: '5000' }),
  // Not `z.record`, which skips a field named __proto__.
  assume: option(
    z.optional(z.custom<Choices>(isJsonObject, { error: 'an object' })),
    'choices of [assumptions](assumptions.md), such as `limitAboveMax=clamp listOrder=by_id`',
    { value: 'id=option...' },
  ),
  clock: option(
    z._default(text, 'real'),
    '`real`, `frozen` (at 2026-07-01T00:00:00Z), or an ISO 8601 date-time to freeze at',
    { value: 'clock' },
  ),
  completeAfter: option(z._default(durationText, '5s'), 'time from creation to completion of assessments and jobs', {
    value: 'duration',
  }),
  delay: option(z.optional(delaySchema), '[delay](rules.md#delays) of every answer of the API', { value: 'duration' }),
  maxSandboxes: option(z._default(wholeNumber(1), 1000), 'maximum number of [sandboxes](sandboxes.md)', { value: 'n' }),
  maxStoredBytes: option(
    z._default(wholeNumber(1), 536_870_912),
    'bytes for created records in all sandboxes, counted as 2 KiB plus eight times the body each; above it, a create gets `service_unavailable`',
    { value: 'n', default: '512 MiB' },
  ),
  journalBytes: option(
    z._default(wholeNumber(0), 67_108_864),
    'bytes for the [journals](journal.md) of all sandboxes; 0 turns them off',
    { value: 'n', default: '64 MiB' },
  ),
  journalFile: option(z.optional(text), '[file](journal.md#a-file) that gets a line of JSON for each request', {
    value: 'file',
    isPath: true,
  }),
  state: option(
    z.optional(text),
    'file that [keeps the state](sandboxes.md#state-across-restarts) of all sandboxes across restarts',
    { value: 'file', isPath: true },
  ),
  coverage: option(
    z._default(z.boolean(), false),
    'counts every request for the [coverage](coverage.md), even if its sandbox is reset or deleted later',
  ),
  scenarios: option(
    z.optional(text),
    'folder of [scenario files](rules.md#write-a-scenario), added to the built-in ones',
    { value: 'folder', isPath: true },
  ),
  scenario: option(z._default(listOf(text), []), 'scenarios that are on from the start, in every sandbox', {
    value: 'name...',
  }),
  sandboxes: option(
    z.optional(z.union([text, presetsSchema], { error: 'presets of sandboxes, or JSON or a file with them' })),
    '[presets of sandboxes](sandboxes.md#presets): JSON, or a file with it',
    { value: 'json', isPath: true },
  ),
  allowWebhookHost: option(
    z._default(listOf(text), []),
    'names, addresses or ranges outside the loopback that [webhooks](notifications.md) may go to',
    { value: 'host...' },
  ),
  upstream: option(
    z.optional(text),
    'base URL of the real service that requests are forwarded to; rules act on them, assumptions do not',
    { value: 'url' },
  ),
  upstreamKey: option(
    z.optional(upstreamKey),
    'API key of the real service; process lists show a flag, so prefer the variable',
    { value: 'key' },
  ),
  allowWrites: option(z._default(z.boolean(), false), 'forwards creates to the real service, too'),
} as const satisfies SchemasOf<Omit<FakeOptions, 'log'>>

/** Options of the commands `start` and `exec` only. */
export const commandOptions = {
  assumptions: option(
    z.optional(text),
    'JSON file of choices, as [`resolve`](assumptions.md#find-out-what-the-service-does) writes it; `assume` overrides it row by row',
    { value: 'file', isPath: true },
  ),
  config: option(z.optional(text), '[configuration file](#configuration-file)', {
    value: 'file',
    default: 'cloudsec-fake.config.json, .mjs or .ts, in the working directory or above it in its package',
  }),
  watch: option(
    z._default(z.boolean(), false),
    'reloads fixtures, scenarios and configuration when their files change',
    { short: 'w' },
  ),
  printUrl: option(z._default(z.boolean(), false), 'prints only the base URL on stdout'),
  // Before the level: the error about an invalid level has this form.
  logFormat: option(
    z._default(z.enum(logFormats), 'pretty'),
    'form of all output; `json` is [one object per line](#log-and-exit-codes)',
    { value: 'format' },
  ),
  logLevel: option(
    z.optional(z.enum(logLevels)),
    'level of the log on stderr; `info` shows [each request](#log-and-exit-codes) in a terminal, or if you set it',
    { value: 'level', default: 'info' },
  ),
} as const

/** Every option that has a flag, in the order of `--help` and of the documents. */
export const optionRows = toRows({ ...listenOptions, ...fakeOptions, ...commandOptions })
