import type { Command } from 'commander'

import { toTable } from '../../core/lib/table.ts'
import { addFormatFlag } from '../config/format-flag.ts'
import type { Io } from '../io.ts'
import { print } from '../remote.ts'
import { portFlag, requireRuns } from '../runs/find-runs.ts'

interface StatusFlags {
  readonly port?: number
  readonly format: string
}

export function addStatus(program: Command, io: Io): void {
  const status = program.command('status').description('list running fakes; exits with 1 if there are none')
  addFormatFlag(status.addOption(portFlag('only the fake on this port'))).action(async (flags: StatusFlags) => {
    const runs = await requireRuns(io, flags.port).catch((error: unknown) => {
      if (flags.format === 'json') print(io, flags, { items: [] }, String)
      throw error
    })
    const items = runs.map(({ id: _id, host: _host, file: _file, ...shown }) => shown)
    const rows = items.map(({ baseUrl, state, version, pid, since, log }) => {
      return [baseUrl, state, version, String(pid), since, log ?? 'its terminal']
    })
    print(io, flags, { items }, () => toTable([['BASE URL', 'STATE', 'VERSION', 'PID', 'SINCE', 'LOG'], ...rows]))
  })
}
