import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { Collection } from '../../../src/core/store/collection.ts'
import { DatasetIndex, type RecordReader, type Term } from '../../../src/core/store/dataset-index.ts'
import {
  type Lifecycle,
  type Status,
  statusAt,
  statuses,
  statusChangedAt,
  pinLifecycle,
} from '../../../src/core/time/lifecycle.ts'

interface Thing {
  readonly id: string
  readonly at: number
  readonly colour: string
  readonly marks: readonly string[]
  readonly lifecycle: Lifecycle
}

const reader: RecordReader<Thing> = {
  id: ({ id }) => id,
  createdAt: ({ at }) => at,
  lifecycle: ({ lifecycle }) => lifecycle,
  fields: {
    colour: ({ colour }) => [colour],
    mark: ({ marks }) => marks,
  },
}

/** The storage that each record takes. */
const size = 7

const colours = ['red', 'green', 'blue']
const orders = ['oldest_first', 'newest_first', 'by_id'] as const

const idOf = (number: number): string => `${(number * 7919) % 1000}-${number}`

const kind = fc.record({
  at: fc.nat({ max: 3 }),
  colour: fc.constantFrom(...colours),
  marks: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 }),
})
type Kind = typeof kind extends fc.Arbitrary<infer K> ? K : never

const waits = fc.option(fc.nat({ max: 2 }))
const status = fc.constantFrom(...statuses)

function toThing(id: string, { at, colour, marks }: Kind, lifecycle: Omit<Lifecycle, 'createdAt'>): Thing {
  return { id, at, colour, marks, lifecycle: { createdAt: at, ...lifecycle } }
}

/** One that has ended. */
const plain = (id: string, at: number): Thing =>
  toThing(id, { at, colour: at % 2 === 0 ? 'red' : 'green', marks: [] }, pinLifecycle('completed', at, at, at))

/** A record of the base: its lifecycle is pinned. */
const pinned = fc.tuple(kind, status, waits).map(
  ([given, status, wait]) =>
    (id: string) =>
      toThing(id, given, pinLifecycle(status, given.at, given.at, wait === null ? null : given.at + wait)),
)

/** A created record: it runs its lifecycle, or is pinned. */
const content = fc.oneof(
  pinned,
  fc.tuple(kind, waits, waits, fc.constantFrom('completed', 'failed')).map(
    ([given, start, end, outcome]) =>
      (id: string) =>
        toThing(id, given, {
          startedAt: start === null ? null : given.at + start,
          finishedAt: end === null ? null : given.at + (start ?? 0) + end,
          outcome,
          pinned: null,
        }),
  ),
)

const change = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('insert' as const), content }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('replace' as const), index: fc.nat(), content }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('remove' as const), index: fc.nat() }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('revive' as const), content }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('list' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('clear' as const) }) },
)

const terms: fc.Arbitrary<Term[]> = fc.array(
  fc.oneof(
    fc.record({
      field: fc.constant('colour'),
      anyOf: fc.array(fc.constantFrom(...colours, 'none'), { minLength: 1, maxLength: 3 }),
    }),
    fc.record({
      field: fc.constant('mark'),
      anyOf: fc.array(fc.constantFrom('a', 'b', 'c', 'none'), { maxLength: 3 }),
    }),
  ),
  { maxLength: 3 },
)

const question = fc.record({
  terms,
  order: fc.constantFrom(...orders),
  start: fc.nat({ max: 6 }),
  length: fc.nat({ max: 40 }),
  range: fc.option(fc.tuple(fc.nat({ max: 6 }), fc.nat({ max: 9 }))),
  listing: fc.option(
    fc.record({
      nowMs: fc.nat({ max: 14 }),
      listed: fc.oneof(
        fc.subarray([...statuses]),
        status.map((one) => [one]),
      ),
      reached: fc.option(fc.subarray([...statuses])),
    }),
  ),
})
type Question = typeof question extends fc.Arbitrary<infer Q> ? Q : never

/** The place of a record among those of its instant: those of the base have their place in it, the others come after, as they came. */
interface Placed {
  readonly thing: Thing
  readonly turn: number
}

/** A table that looks at every record for every question. */
class Naive {
  readonly things: Placed[]
  #next: number

  constructor(base: readonly Thing[]) {
    this.things = base.toSorted((a, b) => a.at - b.at).map((thing, turn) => ({ thing, turn }))
    this.#next = base.length
  }

  insert(thing: Thing): void {
    this.things.push({ thing, turn: this.#next })
    this.#next += 1
  }

  replace(index: number, thing: Thing): void {
    this.things[index] = { thing, turn: this.things[index]?.turn ?? 0 }
  }

  ask({ terms, order, start, length, range, listing }: Question) {
    const listed = this.things
      .toSorted((a, b) => a.thing.at - b.thing.at || a.turn - b.turn)
      .map(({ thing }) => ({ thing, status: statusAt(thing.lifecycle, listing?.nowMs ?? 0) }))
      .filter(({ thing }) =>
        terms.every((term) => reader.fields[term.field]?.(thing).some((value) => term.anyOf.includes(value))),
      )
      .filter(({ status }) => listing === null || listing.listed.includes(status))
      .map(({ thing, status }) => ({ thing, at: listedAt(thing, status, listing?.reached ?? []) }))
      .filter(({ at }) => range === null || (at >= range[0] && at < range[1]))
    const oldestFirst = listed.toSorted((a, b) => a.at - b.at)
    const ordered = {
      oldest_first: () => oldestFirst,
      newest_first: () => oldestFirst.toReversed(),
      by_id: () => listed.toSorted((a, b) => (a.thing.id < b.thing.id ? -1 : 1)),
    }[order]()
    return { total: ordered.length, ids: ordered.slice(start, start + length).map(({ thing }) => thing.id) }
  }
}

function listedAt({ at, lifecycle }: Thing, status: Status, reached: readonly Status[]): number {
  return reached.includes(status) ? statusChangedAt(lifecycle, status) : at
}

function ask(collection: Collection<Thing>, { terms, order, start, length, range, listing }: Question) {
  const { reached = null } = listing ?? {}
  const found = collection.select({
    terms,
    order,
    statuses:
      listing === null
        ? undefined
        : {
            nowMs: listing.nowMs,
            isListed: (status) => listing.listed.includes(status),
            ...(reached === null ? {} : { byStatusChange: (status) => reached.includes(status) }),
          },
    within: range === null ? undefined : { hasBegun: (atMs) => atMs >= range[0], hasEnded: (atMs) => atMs >= range[1] },
  })
  return { total: found.total, ids: found.slice(start, start + length).map(({ id }) => id) }
}

type Change = Exclude<typeof change extends fc.Arbitrary<infer C> ? C : never, { do: 'list' }>

/** Makes a change to both. @returns the id of what was removed */
function apply(step: Change, collection: Collection<Thing>, naive: Naive, number: number, removed: string[]): void {
  if (step.do === 'clear') {
    collection.clear()
    naive.things.length = 0
    return
  }
  if (step.do === 'insert' || step.do === 'revive') {
    const id = (step.do === 'revive' ? removed.pop() : undefined) ?? idOf(number)
    const thing = step.content(id)
    collection.insert(thing, size)
    collection.takeNumber()
    naive.insert(thing)
    return
  }
  const index = naive.things.length === 0 ? 0 : step.index % naive.things.length
  const known = naive.things[index]
  if (step.do === 'remove') {
    expect(collection.remove(known?.thing.id ?? 'unknown')).toBe(known !== undefined)
    naive.things.splice(index, 1)
    if (known !== undefined) removed.push(known.thing.id)
  } else if (known !== undefined) {
    const thing = step.content(known.thing.id)
    collection.replace(thing, size)
    naive.replace(index, thing)
  }
}

describe('a collection', () => {
  it('answers as a table does that looks at every record, after any changes, and no other collection sees them', () => {
    fc.assert(
      fc.property(
        fc.array(pinned, { maxLength: 40 }),
        fc.array(fc.tuple(change, question), { minLength: 1, maxLength: 20 }),
        (contents, steps) => {
          const given = contents.map((make, number) => make(idOf(number)))
          const dataset = new DatasetIndex(reader, given)
          const collection = new Collection(dataset)
          const naive = new Naive(given)
          const [elsewhere, unchanged] = [new Collection(dataset), new Naive(given)]
          const removed: string[] = []
          for (const [number, [step, asked]] of steps.entries()) {
            if (step.do !== 'list') apply(step, collection, naive, given.length + number, removed)
            expect(ask(collection, asked)).toEqual(naive.ask(asked))
            expect(ask(elsewhere, asked)).toEqual(unchanged.ask(asked))
          }
          for (const { thing } of naive.things) expect(collection.get(thing.id)).toBe(thing)
          for (const id of removed) expect(collection.get(id)).toBeUndefined()
          for (const colour of colours) {
            expect(collection.occurs('colour', colour)).toBe(naive.things.some(({ thing }) => thing.colour === colour))
          }
          expect(new Set(collection.values('colour'))).toEqual(new Set(naive.things.map(({ thing }) => thing.colour)))
          expect(collection.storedBytes).toBe(naive.things.filter(({ thing }) => !given.includes(thing)).length * size)
          // The state makes the same collection of the same dataset.
          const loaded = new Collection(new DatasetIndex(reader, given), collection.state)
          expect(loaded.state).toEqual(collection.state)
          const whole = { terms: [], start: 0, length: 100, range: null, listing: null }
          for (const order of orders)
            expect(ask(loaded, { ...whole, order })).toEqual(ask(collection, { ...whole, order }))
        },
      ),
      { numRuns: 500, seed: 1 },
    )
  })

  it('lists what ended at one instant by its creation, whether it was made here or not', () => {
    const ended = (id: string, at: number): Thing =>
      toThing(id, { at, colour: 'red', marks: [] }, pinLifecycle('completed', at, at, 9))
    const given = [ended('fifth', 5), ended('first', 1), ended('third', 3)]
    const collection = new Collection(new DatasetIndex(reader, given))
    for (const [id, at] of Object.entries({ sixth: 6, second: 1, fourth: 4 })) collection.insert(ended(id, at), size)
    collection.replace(ended('third', 3), size)
    const listing = { nowMs: 10, isListed: () => true, byStatusChange: () => true }
    const page = collection.select({ terms: [], statuses: listing }).slice(0, 10)
    expect(page.map(({ id }) => id)).toEqual(['first', 'second', 'third', 'fourth', 'fifth', 'sixth'])
  })

  it('reads each of its own records once for a query, and of the dataset none', () => {
    let lifecycles = 0
    const counting: RecordReader<Thing> = {
      ...reader,
      lifecycle: ({ lifecycle }) => {
        lifecycles += 1
        return lifecycle
      },
    }
    const given = Array.from({ length: 100 }, (_, at) => plain(`base-${at}`, at * 2))
    const collection = new Collection(new DatasetIndex(counting, given))
    const created = 5000
    for (let number = 0; number < created; number += 1) {
      const at = 1000 + number
      const lifecycle = { startedAt: at, finishedAt: at + 50, outcome: 'completed', pinned: null } as const
      collection.insert(toThing(`new-${number}`, { at, colour: colours[number % 3] ?? '', marks: [] }, lifecycle), size)
    }
    const statuses = { nowMs: 6000, isListed: (status: Status) => status === 'completed' }
    const warm = collection.select({ terms: [], statuses })
    expect(warm.total).toBe(100 + created - 49)
    lifecycles = 0
    const page = collection.select({ terms: [], statuses, order: 'newest_first' }).slice(0, 20)
    expect(page[0]?.at).toBe(5950)
    expect(lifecycles).toBe(created)
    expect(collection.select({ terms: [{ field: 'colour', anyOf: ['green'] }] }).total).toBe(1667)
    expect(collection.select({ terms: [], order: 'newest_first' }).slice(4990, 5010)).toHaveLength(20)
  })
})
