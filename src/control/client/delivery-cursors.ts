import { type DeliveryInfo, type DeliveryQuery, outboxEndpoints } from '../endpoints/outbox.ts'
import { type Call, toQuery } from './call.ts'
import { ControlError } from './errors.ts'

/** The position up to which a client has read the deliveries of one selection. */
interface Position {
  readonly query: DeliveryQuery
  cursor?: string
  /** The last call, finished or not: calls for the same selection take turns. */
  turn: Promise<unknown>
}

/** The positions up to which one client has read the outbox of a sandbox: a cursor for each selection of deliveries. */
export interface DeliveryCursors extends ReturnType<typeof createDeliveryCursors> {}

export function createDeliveryCursors(call: Call) {
  const positions = new Map<string, Position>()
  const ask = ({ query, cursor }: Position, timeout: string) =>
    call(outboxEndpoints.nextOfOutbox, { query: { ...query, timeout, after: cursor } })
  const take = async (position: Position, timeout: string): Promise<DeliveryInfo> => {
    const { item, cursor } = await ask(position, timeout)
    if (item === null) throw new ControlError(`outbox: no such delivery ended within ${timeout}`, 200)
    position.cursor = cursor
    return item
  }
  return {
    /** Waits for a delivery that no earlier call for the same selection got. @throws ControlError when the time is up */
    next: async (query: DeliveryQuery, timeout: string): Promise<DeliveryInfo> => {
      const key = toQuery({ ...query })
      const position = positions.get(key) ?? { query, turn: Promise.resolve() }
      positions.set(key, position)
      const turn = position.turn.then(() => take(position, timeout))
      position.turn = turn.catch(() => {})
      return await turn
    },
    /** Puts cursors back that are beyond the end of the outbox, after a snapshot has replaced it. */
    catchUp: async (): Promise<void> => {
      for (const position of positions.values()) {
        if (position.cursor === undefined) continue
        const { item, cursor } = await ask(position, '0s')
        if (item === null) position.cursor = cursor
      }
    },
  }
}
