import type { Command } from 'commander'

import { Check } from '../../app/check-files.ts'
import { defaultPort } from '../../app/listen-options.ts'
import { fakeOptions, optionRows } from '../../app/options.ts'
import { readListenOptions, readOptions } from '../../app/read-options.ts'
import { createProfile, defaultProfile } from '../../assumptions/profile.ts'
import { InputError, inTermsOf } from '../../lib/input-error.ts'
import { AllowedHosts } from '../../notifications/transport/target.ts'
import { choicesOf, readChoiceFile } from '../config/choices.ts'
import { readFlags, toFlag } from '../config/flags.ts'
import { configFileOf, readConfig } from '../config/settings.ts'
import { Ended, exitCodes, type Io } from '../io.ts'

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
    if (problems.length > 0) throw new Ended(exitCodes.failed)
  })
}

const counted = (count: number, noun: string): string =>
  `${count === 0 ? 'no' : count} ${noun}${count === 1 ? '' : 's'}`

async function checkAll(command: Command) {
  const check = new Check()
  const configFile = configFileOf(command)
  const config = configFile === undefined ? {} : ((await check.attempt(() => readConfig(configFile))) ?? {})
  const own = Object.entries(config).filter(([name]) => Object.hasOwn(fakeOptions, name))
  await check.attempt(() =>
    inTermsOf(configFile ?? '', () => {
      void new AllowedHosts(readOptions(Object.fromEntries(own)).allowWebhookHost)
      readListenOptions({ port: defaultPort, ...config })
    }),
  )
  const paths = new Map(Object.entries({ ...config, ...readFlags(command, rows) }))
  const [assumptions, fixtures, scenarios] = ['assumptions', 'fixtures', 'scenarios'].map((name) => {
    const path = paths.get(name)
    return typeof path === 'string' ? path : undefined
  })
  if (assumptions !== undefined) await check.attempt(() => readChoiceFile(assumptions))
  // Choices in a file that cannot be used are a problem of that file.
  const profile = check.problems.length > 0 ? defaultProfile : createProfile(choicesOf(command, config))
  const library = await check.scenarios(scenarios, await check.fixtures(fixtures, profile))
  for (const [place, name] of [config['scenario']].flat().entries()) {
    if (typeof name !== 'string') continue
    await check.attempt(() => inTermsOf(configFile ?? '', () => library.require(name, `scenario[${place}]`)))
  }
  const parts = [configFile, assumptions, fixtures, scenarios].filter((path) => path !== undefined)
  return { problems: check.problems, warnings: check.warnings, parts }
}
