import { existsSync, writeFileSync } from 'node:fs'

import type { Command } from 'commander'

import {
  type Choices,
  createProfile,
  isAssumptionId,
  readChoices,
  unknownAssumption,
} from '../../core/assumptions/profile.ts'
import { type AssumptionId, assumptionIds } from '../../core/assumptions/register.ts'
import { withSubject } from '../../core/lib/input-error.ts'
import { keysOf } from '../../core/lib/keys-of.ts'
import { toTable } from '../../core/lib/table.ts'
import { parseDuration } from '../../core/time/duration.ts'
import type { KeyName } from '../../tools/resolve/recorded-exchange.ts'
import { type Report, toReport } from '../../tools/resolve/report.ts'
import { runProbes } from '../../tools/resolve/run-probes.ts'
import type { SessionOptions } from '../../tools/resolve/session.ts'
import { readChoiceFile } from '../config/choices.ts'
import { requireWritable } from '../config/files.ts'
import { splitList } from '../config/flags.ts'
import { addFormatFlag } from '../config/format-flag.ts'
import { exitCodes, exitWith, type Io } from '../io.ts'
import { addServiceFlags, createWaitBudget, openService, readRecording, type ServiceFlags } from '../live-service.ts'
import { print } from '../remote.ts'
import { type ListeningReceiver, listenForWebhooks } from '../webhook-receiver.ts'

interface ResolveFlags extends ServiceFlags {
  readonly limitedKey?: string
  readonly spareKey?: string
  readonly write?: boolean
  readonly wait: string
  readonly webhookUrl?: string
  readonly failedAssessment?: string
  readonly assumptions?: string
  readonly output: string
  readonly only?: readonly string[]
  readonly format: 'text' | 'json'
}

export function addResolve(program: Command, io: Io): void {
  const command = addServiceFlags(program.command('resolve').description('find which options a service follows'))
    .option('--limited-key <key>', 'a key with a single permission that includes reading assessments')
    .option('--spare-key <key>', 'a key whose quota may be exhausted, as may the quota of requests without a key')
    .option('--write', 'create assessments and jobs if an assumption needs them')
    .option('--wait <duration>', 'the longest total wait for work that takes time', '0s')
    .option('--webhook-url <url>', 'the URL of this machine for the service; its port receives webhooks')
    .option('--failed-assessment <id>', 'an assessment that failed')
    .option('--assumptions <file>', 'a file of expected choices (default: the defaults)')
    .option('-o, --output <file>', 'the file to write findings to, for start --assumptions', 'assumptions.json')
    .option('--only <id...>', 'only these assumptions (default: all)')
  addFormatFlag(command).action(async (flags: ResolveFlags) => resolve(flags, io))
}

async function resolve(flags: ResolveFlags, io: Io): Promise<void> {
  const ids = readIds(splitList(flags.only ?? []))
  const { assumptions, har, output } = flags
  const expected = createProfile(assumptions === undefined ? {} : readChoiceFile(assumptions))
  const earlier = readEarlier(output)
  const receiver = flags.webhookUrl === undefined ? undefined : await listenForWebhooks(flags.webhookUrl)
  try {
    const recording = har === undefined ? undefined : readRecording(har)
    const options = recording ?? (await toLive(flags, receiver))
    const secrets = [...Object.values(keysIn(flags)), ...(recording?.secrets ?? [])]
    const findings = await runProbes(options, ids)
    const reports = [...findings].map(([id, finding]) => toReport(id, finding, expected, secrets))
    const found = reports.flatMap(({ id, option }) => (option === null ? [] : [[id, option] as const]))
    const choices = readChoices({ ...earlier, ...Object.fromEntries(found) })
    writeFileSync(output, `${JSON.stringify(choices, undefined, 2)}\n`)
    print(io, flags, { assumptions: reports }, () => describeReports(reports, output))
    if (reports.some(({ outcome }) => outcome === 'contradicted')) throw exitWith(exitCodes.differences)
  } finally {
    receiver?.close()
  }
}

/** The choices in the output file. @throws InputError if it is another file, or cannot be written */
function readEarlier(file: string): Choices {
  if (existsSync(file)) return withSubject('--output', () => readChoiceFile(file))
  requireWritable(file, '--output')
  return {}
}

function readIds(ids: readonly string[]): readonly AssumptionId[] {
  const unknown = ids.find((id) => !isAssumptionId(id))
  if (unknown !== undefined) throw unknownAssumption(unknown).about('--only')
  return assumptionIds.filter((id) => ids.length === 0 || ids.includes(id))
}

const keysIn = ({ apiKey, limitedKey, spareKey }: ResolveFlags): Readonly<Partial<Record<KeyName, string>>> => ({
  ...(apiKey === undefined ? {} : { main: apiKey }),
  ...(limitedKey === undefined ? {} : { limited: limitedKey }),
  ...(spareKey === undefined ? {} : { spare: spareKey }),
})

async function toLive(flags: ResolveFlags, receiver: ListeningReceiver | undefined): Promise<SessionOptions> {
  const { write, wait, failedAssessment } = flags
  const keys = keysIn(flags)
  const waitBudgetMs = parseDuration(wait, '--wait')
  return {
    ...(await openService(flags, keys)),
    write: write === true,
    wait: waitBudgetMs === 0 ? undefined : createWaitBudget(waitBudgetMs),
    keys: keysOf(keys),
    receiver,
    failedAssessment,
  }
}

const order = ['contradicted', 'observed', 'unknown'] as const

function describeReports(reports: readonly Report[], file: string): string {
  const rows = order.flatMap((outcome) => reports.filter((report) => report.outcome === outcome)).map(toRow)
  const counts = order.map((outcome) => `${reports.filter((report) => report.outcome === outcome).length} ${outcome}`)
  const table = toTable([['ID', 'OUTCOME', 'OPTION', 'EXPECTED', 'EVIDENCE'], ...rows])
  return `${table}\n\n${counts.join(', ')}; saved to ${file}, for cloudsec-fake start --assumptions ${file}`
}

function toRow({ id, outcome, option, expected, reason, evidence }: Report): readonly string[] {
  const why = [reason ?? [], evidence.join(', ') || []].flat().join('; ')
  return [id, outcome, option === null ? '-' : String(option), String(expected), why]
}
