import type { Command } from 'commander'
import type * as z from 'zod/mini'

import { Check } from '../../core/app/check-files.ts'
import { defaultPort } from '../../core/app/listen-options.ts'
import { optionRows } from '../../core/app/options.ts'
import { createPresets, readPresets } from '../../core/app/presets.ts'
import { fakeChecks, listenChecks } from '../../core/app/read-options.ts'
import { createProfile, readChoices } from '../../core/assumptions/profile.ts'
import type { Profile } from '../../core/assumptions/register.ts'
import { readable } from '../../core/lib/checks.ts'
import { InputError, withSubject, problemsIn, throwProblems } from '../../core/lib/input-error.ts'
import { readJsonFile } from '../../core/lib/json-files.ts'
import { isJsonObject } from '../../core/lib/merge-patch.ts'
import { readBy } from '../../core/lib/read-by.ts'
import { AllowedHosts } from '../../core/notifications/transport/target.ts'
import type { ScenarioLibrary } from '../../core/scenarios/library.ts'
import { explicitChoices, readChoiceFile } from '../config/choices.ts'
import { readConfigFile } from '../config/config-file.ts'
import { readFlags, toFlag } from '../config/flags.ts'
import { configFileOf, configSchema, optionsIn } from '../config/settings.ts'
import { exitCodes, exitWith, type Io } from '../io.ts'

const names: ReadonlySet<string> = new Set(['fixtures', 'scenarios', 'assume', 'assumptions', 'config'])
const rows = optionRows.filter(({ name }) => names.has(name))

export function addCheck(program: Command, io: Io): void {
  const check = program.command('check').description('check the files that a start would read')
  for (const row of rows) check.addOption(toFlag(row))
  check.action(async (_flags: unknown, command: Command) => {
    const { parts, problems, warnings } = await checkAll(command)
    if (parts.length === 0) {
      const flags = '--fixtures, --scenarios, --assumptions or --config'
      throw new InputError(`check: nothing to check; give ${flags}, or run it beside a cloudsec-fake.config.json`)
    }
    io.out([...problems, ...warnings.map((warning) => `${warning} (warning)`), ''].join('\n'))
    const counts = [
      counted(problems.length, 'problem'),
      ...(warnings.length === 0 ? [] : [counted(warnings.length, 'warning')]),
    ]
    io.out(`checked ${parts.join(', ')}: ${counts.join(', ')}\n`)
    if (problems.length > 0) throw exitWith(exitCodes.failed)
  })
}

const counted = (count: number, noun: string): string =>
  `${count === 0 ? 'no' : count} ${noun}${count === 1 ? '' : 's'}`

async function checkAll(command: Command) {
  const [check, rest] = [new Check(), new Check()]
  const configFile = configFileOf(command)
  const content = configFile === undefined ? undefined : await check.attempt(() => readConfigFile(configFile))
  const config = optionsIn(content, configFile ?? '')
  const paths = new Map(Object.entries({ ...config, ...readFlags(command, rows) }))
  const [assumptions, fixtures, scenarios] = ['assumptions', 'fixtures', 'scenarios'].map((name) => {
    const path = paths.get(name)
    return typeof path === 'string' ? path : undefined
  })
  const given = readChoices(explicitChoices(command))
  if (assumptions !== undefined) await rest.attempt(() => readChoiceFile(assumptions))
  // Other errors in the file of choices do not concern the fixtures.
  const chosen = await new Check().attempt(() => readJsonFile(assumptions ?? '').content)
  const profile = createProfile({ ...Object(config['assume']), ...Object(chosen), ...given }, () => {})
  const library = await rest.scenarios(scenarios, await rest.fixtures(fixtures, profile))
  const whole = isJsonObject(content) ? { ...content, port: content['port'] ?? defaultPort } : content
  const readWhole = () => readBy(wholeSchema(library, profile), whole, 'the file')
  if (content !== undefined) await check.attempt(() => withSubject(configFile ?? '', readWhole))
  const parts = [configFile, assumptions, fixtures, scenarios].filter((path) => path !== undefined)
  return { problems: [...check.problems, ...rest.problems], warnings: rest.warnings, parts }
}

/** The schema of a configuration file, with the checks across options. */
function wholeSchema(library: ScenarioLibrary, profile: Profile) {
  const schema = configSchema()
  const readers: readonly ((options: z.output<typeof schema>) => unknown)[] = [
    ({ assume = {} }) => withSubject('assume', () => createProfile(assume)),
    ({ allowWebhookHost }) => throwProblems(problemsIn(allowWebhookHost, (host) => new AllowedHosts([host]))),
    ({ scenario }) => throwProblems(problemsIn(scenario, (name, at) => library.require(name, `scenario[${at}]`))),
    ...fakeChecks,
    ({ sandboxes }) => createPresets({ field: 'sandboxes', presets: readPresets(sandboxes) }, { profile, library }),
    ...listenChecks,
  ]
  return schema.check(...readers.map((read) => readable(read)))
}
