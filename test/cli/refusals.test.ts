import { describe, expect, it } from 'vitest'

import { serve } from '../support/remote.ts'

const jobId = '681697cc-0056-495d-a0cf-74d82b5f3a79'
const unknownId = '00000000-0000-4000-8000-000000000000'
const kinds = 'Allowed choices are resources, assessments, jobs.'
const tooMany = (name: string, takes: string, got: number, shown: string): string =>
  `too many arguments for '${name}'. Expected ${takes} but got ${got}; usage: cloudsec-fake ${shown}`

/** What is wrong usage. The words of a line are separated by spaces, and a `+` in a word is a space. */
const wrong: Readonly<Record<string, string | RegExp>> = {
  'quota set full-access --remaining 6000': '--remaining: expected at most 5000, the limit, got 6000',
  'quota set full-access --limit 0': '--limit: expected a whole number from 1 to 9007199254740991, got "0"',
  'quota set full-access --resets-in 2h': '--resets-in: expected at most 1h, the window of a quota, got "2h"',
  'quota set full-access 5': tooMany(
    'set',
    '1 argument',
    2,
    'quota set [--limit <n>] [--remaining <n>] [--resets-in <duration>] <key-id>',
  ),
  'record create jobs name': 'record create: expected FIELD=VALUE, such as status=failed, got "name"',
  'record create jobs name=a --file b.json': "unknown option '--file'",
  'record create jobs status=done': 'status: expected one of pending, running, completed, failed, got "done"',
  'record create jobs name=1': 'name: expected a string, got 1',
  'record create jobs __proto__=1': '__proto__: not a known field',
  'record list job': `command-argument value 'job' is invalid for argument 'kind'. ${kinds}`,
  'record list jobs --limit 1001': '--limit: expected a whole number from 1 to 1000, got "1001"',
  'record list resources typ=database': /^typ: not a query parameter .*Did you mean type/,
  'record list resources database': 'record list: expected NAME=VALUE, such as type=database, got "database"',
  'record jobs': 'record: "jobs" is not one of list, show, create, set, delete.',
  [`record delete jobs ${jobId} ${unknownId}`]: tooMany(
    'delete',
    '2 arguments',
    3,
    'record delete [options] <kind> <id>',
  ),
  'clock advance 1+hour': 'clock advance: "1 hour" is not a duration; write 250ms, 30s, 1h30m or PT1H',
  'clock advance': "missing required argument 'duration'; usage: cloudsec-fake clock advance [options] <duration>",
  'clock advance 1h 2h': tooMany('advance', '1 argument', 2, 'clock advance [options] <duration>'),
  'clock set now': 'clock set: expected an ISO 8601 date-time, such as 2026-01-31T12:00:00Z, got "now"',
  'clock set 9950-01-01T00:00:00Z': 'clock set: expected a time from 1970 to 9899, got "9950-01-01T00:00:00Z"',
  'clock frezee': 'clock: "frezee" is not one of show, set, freeze, run, advance. Did you mean freeze?',
  'clock freeze now': tooMany('freeze', '0 arguments', 1, 'clock freeze [options]'),
  'clock --format yaml': "option '--format <format>' argument 'yaml' is invalid. Allowed choices are text, json.",
  'clear all': tooMany('clear', '0 arguments', 1, 'clear [options]'),
  'keys create': '--name: required, but missing',
  'keys create --name a --quota 0': '--quota: expected a whole number from 1 to 9007199254740991, got "0"',
  'keys create --name ': /^--name: expected /,
  'keys create --name a --permission cloud:raed':
    /^--permission: expected one of .*, got "cloud:raed"\. Did you mean cloud:read/,
  'keys remove k': 'keys: "remove" is not one of list, create, revoke.',
  'scenario on': "missing required argument 'name'; usage: cloudsec-fake scenario on [--for <duration>] <name...>",
  'scenario of': 'scenario: "of" is not one of list, show, on, off, define, verify. Did you mean off or on?',
  'assumptions show foo': 'assumption "foo" is not in the register.',
  'assumptions set foo=bar': 'assumption "foo" is not in the register.',
  'sandboxes create Bad': /^sandboxes create: expected 1 to 63 lower-case letters/,
  'sandboxes create kept': 'sandboxes create: a sandbox "kept" already exists',
  'sandboxes delete': /^missing required argument 'name'/,
  'sandboxes delete default': /^sandboxes: "default" cannot be deleted, since /,
  'sandboxes delete kept nobody': /^too many arguments/,
  'sandboxes remove': 'sandboxes: "remove" is not one of list, create, delete.',
  'snapshot --sandbox kept': /^snapshot .*expected a command; see cloudsec-fake snapshot/,
  'requests verify --operation listJob': /^--operation: expected one of .*, got "listJob"\. Did you mean listJobs/,
  'requests verify --match null': '--match: expected a JSON object, got null',
  'requests verify --match limit=2': '--match: expected a JSON object, got "limit=2"',
  'requests verify --match {"quer":{}}': '--match: match.quer: not a known field. Did you mean query?',
  'requests verify --match {"operation":"x"}': /^--match: match\.operation: expected one of /,
  'requests verify --count -1': '--count: expected a whole number from 0 to 1000000, got "-1"',
  'requests verify --count 0 --key csf_full_access':
    '--key: expected the id of a key, such as full-access, got its secret',
  'requests export --output /nowhere/a.har': /^--output: "\/nowhere\/a\.har" cannot be written \(ENOENT/,
  'requests coverage --sandboxes one':
    "option '--sandboxes <which>' argument 'one' is invalid. Allowed choices are all.",
  'conduct --allow gave-in': /^--allow: "gave-in" is not one of /,
  'conduct --poll-every often': /^--poll-every: "often" is not a duration/,
  'conduct --sandboxes some': /^option '--sandboxes <all>' argument 'some' is invalid/,
  'outbox list --kind fax': /^option '--kind <\w+>' argument 'fax' is invalid/,
  'outbox resend x': /^outbox: "resend" is not one of /,
  'outbox send --to nope --event analysis_job.failed': /^--to: expected an http or https URL, such as/,
  'outbox send --to http://127.0.0.1:9/ --event job.done': /^--event: expected one of analysis_job\.running, /,
  'outbox send --event analysis_job.failed': '--to and --event: required',
}

for (const command of ['list', 'verify', 'export'])
  Object.assign(wrong, { [`requests ${command} --trace x`]: /^--trace: expected a trace id, such as .*, got "x"$/ })

/** What is not there. */
const missing: Readonly<Record<string, string>> = {
  [`record set jobs ${unknownId} name=a`]: `jobs: no record has the id "${unknownId}"`,
  [`record show jobs ${unknownId}`]: `jobs: no record has the id "${unknownId}"`,
  [`record delete jobs ${unknownId}`]: `jobs: no record has the id "${unknownId}"`,
  'keys revoke read-onyl': 'keys: no key has the id "read-onyl". Did you mean read-only?',
  'quota show nope': 'keys: no key has the id "nope".',
  'outbox show x': 'outbox: no delivery has the id "x"',
  'requests replay 0-99': 'id: the journal has no request "0-99"',
  'requests show 0-77': 'id: the journal has no request "0-77"',
  'scenario on slow flakky': 'scenario: no scenario is named "flakky". Did you mean flaky?',
  'scenario show flakky': 'scenario: no scenario is named "flakky". Did you mean flaky?',
  'scenario off flakky': 'scenario: no scenario is named "flakky". Did you mean flaky?',
  'scenario on ratelimit':
    'scenario: no scenario is named "ratelimit". Did you mean rate-limit-exceeded or rate-limit-exhausted or rate-limit-resets-soon?',
  'scenario on qqqqqq': 'scenario: no scenario is named "qqqqqq".',
  'sandboxes delete nobody': 'sandboxes: none is named "nobody".',
  'reset --sandbox nobody': 'sandboxes: none is named "nobody"',
  'clear --sandbox nobody': 'sandboxes: none is named "nobody"',
  'requests clear --sandbox nobody': 'sandboxes: none is named "nobody"',
}

const outcomes = [
  ...Object.entries(wrong).map(([line, says]) => [line, 2, says] as const),
  ...Object.entries(missing).map(([line, says]) => [line, 1, says] as const),
]

describe('a command that cannot be done', () => {
  it.each(outcomes)('%s ends with %d, one line, and no change', async (line, exitCode, says) => {
    const { fake, on } = await serve()
    fake.sandbox('kept')
    const state = async () => [await fake.snapshot.save(), (await fake.sandboxes.list()).map(({ name }) => name)]
    const before = await state()
    const { code, out, err } = await on(...line.split(' ').map((word) => word.replaceAll('+', ' ')))
    const [, message] = /^cloudsec-fake: (.*)\n$/.exec(err) ?? []
    expect([code, out, message]).toEqual([exitCode, '', typeof says === 'string' ? says : expect.stringMatching(says)])
    expect(await state()).toEqual(before)
  })
})
