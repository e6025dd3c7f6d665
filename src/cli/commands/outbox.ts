import { type Command, Option } from 'commander'

import type { DeliveryInfo, DeliveryQuery } from '../../control/endpoints/outbox.ts'
import { toTable } from '../../lib/table.ts'
import { deliveryKinds, deliveryStates } from '../../notifications/delivery.ts'
import { wholeNumber } from '../config/flags.ts'
import type { Io } from '../io.ts'
import { addDefaultToGroup, addGroup, addToGroup, print, type RemoteFlags, withFake } from '../remote.ts'

/** Adds `outbox`: what a sandbox of a running fake sent. */
export function addOutbox(program: Command, io: Io): void {
  const group = addGroup(program, 'outbox', 'show what a running fake sent, or send it again')
  addDefaultToGroup(group, 'list', 'all of them, the newest last')
    .addOption(new Option('--kind <kind>', 'those of a kind').choices(deliveryKinds))
    .addOption(new Option('--state <state>', 'those in a state').choices(deliveryStates))
    .option('--job <id>', 'those of a job')
    .addOption(wholeNumber(new Option('--limit <n>', 'how many of the newest at the most'), 1, 1_000_000))
    .action(async (query: DeliveryQuery & { readonly limit?: number }) => {
      const flags = group.opts<RemoteFlags>()
      await withFake(flags, async ({ outbox }) => {
        const items = await outbox.list(query)
        print(io, flags, { items }, () =>
          toTable([['ID', 'KIND', 'EVENT', 'STATE', 'TRIES', 'TO'], ...items.map(toRow)]),
        )
      })
    })
  addToGroup(group, 'show <id>', 'one of them, with every attempt').action(async (id: string) => {
    const flags = group.opts<RemoteFlags>()
    await withFake(flags, async ({ outbox }) => {
      const delivery = await outbox.show(id)
      print(io, flags, delivery, () => describe(delivery))
    })
  })
  addToGroup(group, 'redeliver <id>', 'try one anew').action(async (id: string) => {
    const flags = group.opts<RemoteFlags>()
    await withFake(flags, async ({ outbox }) => {
      const delivery = await outbox.redeliver(id)
      print(io, flags, delivery, () => describe(delivery))
    })
  })
}

function toRow({ id, kind, event, state, attempts, to }: DeliveryInfo): readonly string[] {
  return [id, kind, event, state, String(attempts.length), to]
}

function describe({ message, body, reason, nextAttemptAt, attempts, ...delivery }: DeliveryInfo): string {
  const { id, kind, event, state, to, job } = delivery
  const facts = [
    ['id', id],
    ['kind', kind],
    ['job', job],
    ['event', event],
    ['to', to],
    ['state', reason === null ? state : `${state}: ${reason}`],
    ...(nextAttemptAt === null ? [] : [['next try', nextAttemptAt]]),
    ...attempts.map(({ at, status, reason: why, durationMs }, position) => [
      `try ${position + 1}`,
      `${at}  ${why ?? `status ${status}`}  (${durationMs} ms)`,
    ]),
  ]
  return `${toTable(facts)}\n\n${message ?? body}`
}
