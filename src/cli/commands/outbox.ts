import { type Command, Option } from 'commander'

import type { DeliveryInfo, DeliveryQuery } from '../../control/endpoints/outbox.ts'
import { toTable } from '../../lib/table.ts'
import { deliveryKinds, deliveryStates } from '../../notifications/delivery.ts'
import { wholeNumber } from '../config/flags.ts'
import type { Io } from '../io.ts'
import { addDefaultToGroup, addGroup, addToGroup, print, type RemoteFlags, withFake } from '../remote.ts'

/** Adds the command `outbox`. */
export function addOutbox(program: Command, io: Io): void {
  const group = addGroup(program, 'outbox', 'list e-mails and webhooks, or send one again')
  addDefaultToGroup(group, 'list', 'list deliveries, the newest last')
    .addOption(new Option('--kind <kind>', 'only deliveries of this kind').choices(deliveryKinds))
    .addOption(new Option('--state <state>', 'only deliveries in this state').choices(deliveryStates))
    .option('--job <id>', 'only deliveries about this job')
    .addOption(wholeNumber(new Option('--limit <n>', 'the most deliveries to list: the newest (all)'), 1, 1_000_000))
    .action(async (query: DeliveryQuery & { readonly limit?: number }) => {
      const flags = group.opts<RemoteFlags>()
      await withFake(flags, async ({ outbox }) => {
        const items = await outbox.list(query)
        print(io, flags, { items }, () =>
          toTable([['ID', 'KIND', 'EVENT', 'STATE', 'TRIES', 'TO'], ...items.map(toRow)]),
        )
      })
    })
  addToGroup(group, 'show <id>', 'show a delivery with every attempt').action(async (id: string) => {
    const flags = group.opts<RemoteFlags>()
    await withFake(flags, async ({ outbox }) => {
      const delivery = await outbox.show(id)
      print(io, flags, delivery, () => describe(delivery))
    })
  })
  addToGroup(group, 'redeliver <id>', 'try a delivery again').action(async (id: string) => {
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
