import { type Command, Option } from 'commander'

import { InputError } from '../../core/lib/input-error.ts'

export function addFormatFlag(
  command: Command,
  formats: readonly string[] = ['text', 'json'],
  about = 'output format',
): Command {
  return command
    .addOption(
      new Option('--format <format>', `${about}; --json is short for json`).choices(formats).default(formats[0]),
    )
    .addOption(new Option('--json').implies({ format: 'json' }).hideHelp())
    .hook('preAction', () => {
      const { json, format } = command.opts<{ readonly json?: boolean; readonly format: string }>()
      if (json === true && format !== 'json')
        throw new InputError(`short for --format json; remove --format ${format}`, { field: '--json' })
    })
}
