import type { Command } from 'commander'

import type { TlsState } from '../../control/endpoints/tls.ts'
import { type TlsFaultName, tlsFaultNames } from '../../faults/tls.ts'
import { InputError, quote } from '../../lib/input-error.ts'
import { didYouMean } from '../../lib/nearest.ts'
import { toTable } from '../../lib/table.ts'
import { wholeNumber } from '../config/flags.ts'
import type { Io } from '../io.ts'
import { addDefaultToGroup, addGroup, addToGroup, type Fake, print, type RemoteFlags, withFake } from '../remote.ts'

/** Adds the command `tls`. */
export function addTls(program: Command, io: Io): void {
  const group = addGroup(program, 'tls', 'show the https of a fake, or break its handshakes')
  const act = async (ask: (tls: Fake['tls']) => Promise<TlsState>, toText = describe): Promise<void> => {
    const flags = group.opts<RemoteFlags>()
    await withFake(flags, async (_box, { tls }) => {
      const state = await ask(tls)
      print(io, flags, state, () => toText(state))
    })
  }
  addDefaultToGroup(group, 'show', 'show the address, the names of the certificate, and the fault').action(() =>
    act((tls) => tls.show()),
  )
  addToGroup(group, 'ca', 'print the certificate authority in PEM').action(() => act((tls) => tls.show(), authority))
  addToGroup(group, 'fault <name>', `break the handshakes of new connections: ${tlsFaultNames.join(', ')}`)
    .addOption(
      wholeNumber(group.createOption('--handshakes <n>', 'how many connections it hits (all)'), 1, 1_000_000_000),
    )
    .action(async (name: string, { handshakes }: { readonly handshakes?: number }) => {
      const fault = readFault(name)
      await act((tls) => tls.fault(fault, { handshakes }))
    })
  addToGroup(group, 'heal', 'end the fault').action(() => act((tls) => tls.heal()))
}

function readFault(text: string): TlsFaultName {
  const fault = tlsFaultNames.find((name) => name === text)
  if (fault !== undefined) return fault
  const near = didYouMean(text, tlsFaultNames)
  throw new InputError(`expected one of ${tlsFaultNames.join(', ')}, got ${quote(text)}.${near}`, {
    field: 'tls fault',
  })
}

/** @throws InputError where the fake has no authority of its own */
function authority({ ca }: TlsState): string {
  if (ca !== null) return ca.trim()
  throw new InputError('the fake has a certificate of your own; ask those who signed it', { field: 'tls ca' })
}

function describe({ origin, names, ca, fault, handshakes }: TlsState): string {
  const hits = handshakes === null ? '' : `, for ${handshakes} more ${handshakes === 1 ? 'connection' : 'connections'}`
  return toTable([
    ['address', origin],
    ['names', names.join(', ') || 'none'],
    ['certificate', ca === null ? 'your own' : 'made by the fake'],
    ['fault', fault === null ? 'none' : `${fault}${hits}`],
  ])
}
