import { describe, expect, it } from 'vitest'

import { cli } from '../support/command.ts'
import { serve } from '../support/remote.ts'

const jobId = '681697cc-0056-495d-a0cf-74d82b5f3a79'
const unknownId = '00000000-0000-4000-8000-000000000000'
const kinds = 'Allowed choices are resources, assessments, jobs.'
const tooMany = (name: string, takes: string, got: number, shown: string): string =>
  `too many arguments for '${name}'. Expected ${takes} but got ${got}; usage: cloudsec-fake ${shown}`

const percent = (got: string): string => `--min: expected a percent from 0 to 100, such as 60 or error=50, got "${got}"`

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
  'scenario define nowhere.json': /^nowhere\.json: cannot be read \(ENOENT/,
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
  'requests coverage --min=101': percent('101'),
  'requests coverage --min=-1': percent('-1'),
  'requests coverage --min=1e1': percent('1e1'),
  'requests coverage --min=error=': percent('error='),
  'requests coverage --min=error=101': percent('error=101'),
  'requests coverage --min=erors=5': /^--min: "erors" is not one of total, .*, as in error=50\. Did you mean error\?$/,
  'requests coverage --min==1': /^--min: "" is not one of total, .*, as in error=50\.$/,
  'requests coverage --min 5 total=9': '--min: expected one percent for total, got "5" and "total=9"',
  'requests coverage --min error=1 5 error=2': '--min: expected one percent for error, got "error=1" and "error=2"',
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

const wordsOf = (line: string): readonly string[] => line.split(' ').map((word) => word.replaceAll('+', ' '))

/** The exit code, standard output, and the one line of the error. */
const shownBy = ({ code, out, err }: Awaited<ReturnType<typeof cli>>): readonly unknown[] => [
  code,
  out,
  /^cloudsec-fake: (.*)\n$/.exec(err)?.[1],
]

const refusal = (code: number, says: string | RegExp): readonly unknown[] => [
  code,
  '',
  typeof says === 'string' ? says : expect.stringMatching(says),
]

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
    expect(shownBy(await on(...wordsOf(line)))).toEqual(refusal(exitCode, says))
    expect(await state()).toEqual(before)
  })
})

const loses = (group: string, word: string): RegExp =>
  new RegExp(
    `^${group === '' ? '' : `${group}: `}"${word}" is not (?!.*Did you mean .*(reset|clear|delete|load|revoke))`,
  )
const duration = (flag: string): RegExp => new RegExp(`^${flag}: (?=.*"1 h 30 m").*250ms, 30s, 1h30m or PT1H`)
const otherFormat = (format: string): string => `--json: short for --format json; remove --format ${format}`
const noWords = /^exec: expected a command after --, as in: cloudsec-fake exec -- npm test$/

/** What is wrong usage without any fake. */
const unserved: Readonly<Record<string, string | RegExp>> = {
  '--port http': '--port: expected a whole number from 0 to 65535, got "http"',
  '--seed 1.5': '--seed: expected a whole number, got "1.5"',
  '--allow-host fake.test http://x':
    '--allow-host: expected a host name or address without scheme or port, such as fake.test or [fd00::1], got "http://x"',
  '--allow-webhook-host http://hooks':
    '--allow-webhook-host: expected a host name without a port, an address, or a range such as 10.0.0.0/8, got "http://hooks"',
  '--quota 9007199254740992': '--quota: expected a whole number of at least 1, got about 9007199254740992',
  '--max-sandboxes ': '--max-sandboxes: expected a whole number of at least 1, got ""',
  '--log-level loud':
    "option '--log-level <level>' argument 'loud' is invalid. Allowed choices are silent, error, warn, info, debug.",
  '--prot 1': "unknown option '--prot' (Did you mean --port?)",
  '--assume constructor=x': 'assumption "constructor" is not in the register.',
  '--assume rateQuota=5 --quota 6': '--quota: 6 and the assumption rateQuota=5 disagree; give one of them',
  '--assume limitAboveMax': '--assume: expected ID=OPTION, got "limitAboveMax"',
  '--assume limitAboveMax=clip': 'assumption limitAboveMax: expected one of reject, clamp, got "clip"',
  '--clock now': '--clock: expected real, frozen or an ISO 8601 date-time, such as 2026-01-31T12:00:00Z, got "now"',
  '--scenario flakky': '--scenario: no scenario is named "flakky". Did you mean flaky?',
  '--scenarios nowhere': `--scenarios: "nowhere" cannot be read as a folder (ENOENT: no such file or directory, scandir 'nowhere')`,
  '--control-token short': '--control-token: expected 8 to 200 characters of ASCII without a space, got another text',
  '--upstream https://a.test/v1': '--upstream-key: expected the API key of the service at upstream, got none',
  '--http-port 4748': '--http-port: needs tls or tlsCert; without https, port serves plain HTTP',
  'start now': tooMany('start', '0 arguments', 1, 'start [options]'),
  'start --detach --end-with-stdin':
    '--detach with --end-with-stdin: standard input is empty in the background; use only one of them',
  'start --print-url --json': '--print-url with --format json: both choose the output; use only one of them',
  'start --complete-after 1+h+30+m': duration('--complete-after'),
  'start --delay 1+h+30+m': duration('--delay'),
  'wait --timeout 1+h+30+m': duration('--timeout'),
  'wait --timeout=-1s': '--timeout: "-1s" is not a duration; write 250ms, 30s, 1h30m or PT1H',
  'wait http://127.0.0.1:1 --url http://127.0.0.1:1': 'wait: expected one URL, got --url and an argument',
  'wait nowhere': /^--url \(CLOUDSEC_FAKE_URL\): expected the address of a fake/,
  'wait --json': "unknown option '--json'",
  'stop --port x': '--port: expected a whole number from 1 to 65535, got "x"',
  'stop --all --port 1': "option '--all' cannot be used with option '-p, --port <port>'",
  'stop --timeout 1+h+30+m': duration('--timeout'),
  'exec --poll-every 1+h+30+m -- true': duration('--poll-every'),
  'sweep --timeout 1+h+30+m -- true': duration('--timeout'),
  'resolve --base-url http://127.0.0.1:1/v1 --api-key x --wait 1+h+30+m': duration('--wait'),
  exec: noWords,
  'exec --': noWords,
  'exec true': noWords,
  'exec --seed 3': noWords,
  'exec --sed 3 -- true': /^unknown option '--sed'/,
  'exec --print-url -- true': /^unknown option '--print-url'/,
  'exec --sandbox Bad -- true': /^--sandbox: expected 1 to 63 lower-case letters/,
  'exec --coverage --coverage-min=101 -- true':
    '--coverage-min: expected a percent from 0 to 100, such as 60 or error=50, got "101"',
  'exec --conduct --allow gave-in -- true': /^--allow: "gave-in" is not one of /,
  check:
    'check: nothing to check; give --fixtures, --scenarios, --assumptions or --config, or run it beside a cloudsec-fake.config.json',
  'check --fixture data': "unknown option '--fixture' (Did you mean --fixtures?)",
  'scenario --json --format text': otherFormat('text'),
  'record list jobs --json --format text': otherFormat('text'),
  'env --json --format shell': otherFormat('shell'),
  'resolve --json --format text': otherFormat('text'),
  'sweep --json --format text': otherFormat('text'),
  'help nope': '"nope" is not a command. cloudsec-fake --help lists them.',
  nope: '"nope" is not a command. cloudsec-fake --help lists them.',
  swagger: '"swagger" is not a command. cloudsec-fake --help lists them.',
  constructor: '"constructor" is not a command. cloudsec-fake --help lists them.',
  strat: '"strat" is not a command. Did you mean start?',
  recrod: '"recrod" is not a command. Did you mean record?',
  xclock: '"xclock" is not a command. Did you mean clock?',
  scenarios: '"scenarios" is not a command. Did you mean scenario?',
  sandbox: '"sandbox" is not a command. Did you mean sandboxes?',
  rest: loses('', 'rest'),
  claer: loses('', 'claer'),
  'requests claer': loses('requests', 'claer'),
  'record delet': loses('record', 'delet'),
  'sandboxes delete-it': loses('sandboxes', 'delete-it'),
  'snapshot laod': loses('snapshot', 'laod'),
  'keys REVOKE': loses('keys', 'REVOKE'),
  'requests verfy': /^requests: "verfy" is not one of .*\. Did you mean verify\?$/,
  'record crate': /^record: "crate" is not one of .*\. Did you mean create\?$/,
  'snapshot sav': /^snapshot: "sav" is not one of .*\. Did you mean save\?$/,
  'tls sho': /^tls: "sho" is not one of .*\. Did you mean show\?$/,
}

describe('wrong usage', () => {
  it.each(Object.entries(unserved))('%s is refused in one line', async (line, says) => {
    expect(shownBy(await cli(...wordsOf(line)))).toEqual(refusal(2, says))
  })
})
