import { type Command, Option } from 'commander'

import { readVerdictIds } from '../../conduct/table.ts'
import { describeConduct } from '../../control/client/texts.ts'
import type { ConductReport } from '../../control/endpoints/reports.ts'
import { splitList } from '../config/flags.ts'
import { Ended, exitCodes } from '../exit.ts'
import type { Io } from '../io.ts'
import { addFormatFlag, addRemoteFlags, allOf, print, type RemoteFlags, withFake } from '../remote.ts'

interface ConductFlags extends RemoteFlags {
  readonly allow?: readonly string[]
  readonly pollEvery?: string
  readonly sandboxes?: 'all'
}

type Named = readonly [sandbox: string, report: ConductReport]

const given = new Map([['pollEvery', '--poll-every']])

export function addConduct(program: Command, io: Io): void {
  addFormatFlag(addRemoteFlags(program.command('conduct').description('judge how a client behaved, by its requests')))
    .option('--allow <id...>', 'verdicts that do not count, such as gave-up')
    .option('--poll-every <duration>', 'shortest pause between two reads of a record that is not finished (1s)')
    .addOption(new Option('--sandboxes <all>', 'judge the requests of all sandboxes').choices(['all']))
    .action(async (flags: ConductFlags) => {
      const allow = readVerdictIds(splitList(flags.allow ?? []), '--allow')
      const options = flags.pollEvery === undefined ? { allow } : { allow, pollEvery: flags.pollEvery }
      await withFake(
        flags,
        async ({ client, fake }) => {
          const isOfAll = flags.sandboxes === 'all'
          const boxes = isOfAll ? await allOf(fake) : [client]
          const reports = await Promise.all(boxes.map(async (box) => [box.name, await box.conduct(options)] as const))
          const value = isOfAll ? { sandboxes: Object.fromEntries(reports) } : reports[0]?.[1]
          print(io, flags, value, () => (isOfAll ? describeAll(reports) : reports.map(describeOne).join('')))
          if (reports.some(([, { items }]) => items.length > 0)) throw new Ended(exitCodes.differences)
        },
        given,
      )
    })
}

const describeOne = ([, report]: Named): string => describeConduct(report)

const describeAll = (reports: readonly Named[]): string =>
  reports.map((named) => `sandbox ${named[0]}\n\n${describeOne(named)}`).join('\n\n')
