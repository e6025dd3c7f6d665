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
export class DeliveryCursors {
  readonly #call: Call
  readonly #positions = new Map<string, Position>()

  constructor(call: Call) {
    this.#call = call
  }

  /** Waits for a delivery that no earlier call for the same selection got. @throws ControlError when the time is up */
  async next(query: DeliveryQuery, timeout: string): Promise<DeliveryInfo> {
    const key = toQuery({ ...query })
    const position = this.#positions.get(key) ?? { query, turn: Promise.resolve() }
    this.#positions.set(key, position)
    const turn = position.turn.then(() => this.#take(position, timeout))
    position.turn = turn.catch(() => {})
    return await turn
  }

  /** Puts cursors back that are beyond the end of the outbox, after a snapshot has replaced it. */
  async catchUp(): Promise<void> {
    for (const position of this.#positions.values()) {
      if (position.cursor === undefined) continue
      const { item, cursor } = await this.#ask(position, '0s')
      if (item === null) position.cursor = cursor
    }
  }

  async #take(position: Position, timeout: string): Promise<DeliveryInfo> {
    const { item, cursor } = await this.#ask(position, timeout)
    if (item === null) throw new ControlError(`outbox: no such delivery ended within ${timeout}`, 200)
    position.cursor = cursor
    return item
  }

  #ask({ query, cursor }: Position, timeout: string) {
    return this.#call(outboxEndpoints.nextOfOutbox, { query: { ...query, timeout, after: cursor } })
  }
}
