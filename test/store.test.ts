import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { Choice } from '../src/assumptions/register.ts'
import { Base, type Term } from '../src/store/base.ts'
import type { Collection } from '../src/store/collection.ts'
import { matchGroups } from '../src/store/matched.ts'
import { PositionSet } from '../src/store/position-set.ts'
import { type RecordShape, storedRecords } from '../src/store/record-source.ts'
import {
  type Lifecycle,
  type Status,
  statusAt,
  statuses,
  statusChangedAt,
  pinLifecycle,
} from '../src/time/lifecycle.ts'
import { collectionOver } from './support/counted.ts'

interface Thing {
  readonly id: string
  readonly at: number
  readonly colour: string
  readonly marks: readonly string[]
  readonly course: Lifecycle
}

const shape: RecordShape<Thing> = {
  id: ({ id }) => id,
  createdAt: ({ at }) => at,
  lifecycle: ({ course }) => course,
  fields: {
    phase: ({ course }) => (course.pinned === null ? [] : [course.pinned]),
    colour: ({ colour }) => [colour],
    mark: ({ marks }) => marks,
  },
}

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
const phase = fc.constantFrom(...statuses)

function toThing(id: string, { at, colour, marks }: Kind, course: Omit<Lifecycle, 'createdAt'>): Thing {
  return { id, at, colour, marks, course: { createdAt: at, ...course } }
}

/** One that has ended. */
const plain = (id: string, at: number): Thing =>
  toThing(id, { at, colour: at % 2 === 0 ? 'red' : 'green', marks: [] }, pinLifecycle('completed', at, at, at))

/** What the base may have: its course is settled. */
const settled = fc.tuple(kind, phase, waits).map(
  ([given, phase, wait]) =>
    (id: string) =>
      toThing(id, given, pinLifecycle(phase, given.at, given.at, wait === null ? null : given.at + wait)),
)

/** What may be made: it runs its course, or is settled. */
const content = fc.oneof(
  settled,
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
  fc.record({ do: fc.constant('insert' as const), content }),
  fc.record({ do: fc.constant('replace' as const), index: fc.nat(), content }),
  fc.record({ do: fc.constant('remove' as const), index: fc.nat() }),
  fc.record({ do: fc.constant('revive' as const), content }),
  fc.record({ do: fc.constant('list' as const) }),
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
        phase.map((one) => [one]),
      ),
      reached: fc.option(fc.subarray([...statuses])),
    }),
  ),
})
type Question = typeof question extends fc.Arbitrary<infer Q> ? Q : never

/** Where a record stands among those of its instant: those of the base have their place in it, the others come after, as they came. */
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
      .map(({ thing }) => ({ thing, phase: statusAt(thing.course, listing?.nowMs ?? 0) }))
      .filter(({ thing }) =>
        terms.every((term) => shape.fields[term.field]?.(thing).some((value) => term.anyOf.includes(value))),
      )
      .filter(({ phase }) => listing === null || listing.listed.includes(phase))
      .map(({ thing, phase }) => ({ thing, at: listedAt(thing, phase, listing?.reached ?? []) }))
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

function listedAt({ at, course }: Thing, phase: Status, reached: readonly Status[]): number {
  return reached.includes(phase) ? statusChangedAt(course, phase) : at
}

function ask(collection: Collection<Thing>, { terms, order, start, length, range, listing }: Question) {
  const { reached = null } = listing ?? {}
  const found = collection.select({
    terms,
    order: (): Choice<'listOrder'> => order,
    listing:
      listing === null
        ? undefined
        : {
            nowMs: listing.nowMs,
            isListed: (phase) => listing.listed.includes(phase),
            ...(reached === null ? {} : { byReached: (phase) => reached.includes(phase) }),
          },
    within: range === null ? undefined : { hasBegun: (atMs) => atMs >= range[0], hasEnded: (atMs) => atMs >= range[1] },
  })
  return { total: found.total, ids: found.slice(start, start + length).map(({ id }) => id) }
}

type Change = typeof change extends fc.Arbitrary<infer C> ? C : never

/** Makes a change to both. @returns the id of what was removed */
function apply(step: Change, collection: Collection<Thing>, naive: Naive, number: number, removed: string[]): void {
  if (step.do === 'list') return
  if (step.do === 'insert' || step.do === 'revive') {
    const id = (step.do === 'revive' ? removed.pop() : undefined) ?? idOf(number)
    const thing = step.content(id)
    collection.insert(thing)
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
    collection.replace(thing)
    naive.replace(index, thing)
  }
}

describe('a collection', () => {
  it('answers as a table does that looks at every record, whatever is made, changed and removed', () => {
    fc.assert(
      fc.property(
        fc.array(settled, { maxLength: 40 }),
        fc.array(fc.tuple(change, question), { minLength: 1, maxLength: 20 }),
        (contents, steps) => {
          const given = contents.map((make, number) => make(idOf(number)))
          const collection = collectionOver(shape, storedRecords(shape, given))
          const naive = new Naive(given)
          const removed: string[] = []
          let { version } = collection
          for (const [number, [step, asked]] of steps.entries()) {
            const before = naive.things.map(({ thing }) => thing)
            apply(step, collection, naive, given.length + number, removed)
            expect(ask(collection, asked)).toEqual(naive.ask(asked))
            const isSame =
              before.length === naive.things.length && naive.things.every(({ thing }, i) => thing === before[i])
            if (isSame) expect(collection.version).toBe(version)
            else expect(collection.version).toBeGreaterThan(version)
            ;({ version } = collection)
          }
          for (const { thing } of naive.things) expect(collection.get(thing.id)).toBe(thing)
          for (const id of removed) expect(collection.get(id)).toBeUndefined()
          for (const colour of colours) {
            expect(collection.occurs('colour', colour)).toBe(naive.things.some(({ thing }) => thing.colour === colour))
          }
          // Its snapshot makes the same of the same base.
          const loaded = collectionOver(shape, storedRecords(shape, given), collection.state)
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
    const collection = collectionOver(
      shape,
      storedRecords(shape, [ended('fifth', 5), ended('first', 1), ended('third', 3)]),
    )
    for (const [id, at] of [
      ['sixth', 6],
      ['second', 1],
      ['fourth', 4],
    ] as const)
      collection.insert(ended(id, at))
    collection.replace(ended('third', 3))
    const listing = { nowMs: 10, isListed: () => true, byReached: () => true }
    const page = collection.select({ terms: [], listing }).slice(0, 10)
    expect(page.map(({ id }) => id)).toEqual(['first', 'second', 'third', 'fourth', 'fifth', 'sixth'])
  })

  it('looks at a record that is created a few times, however often and late lists are asked for', () => {
    const work = { dates: 0, courses: 0 }
    const counting: RecordShape<Thing> = {
      ...shape,
      createdAt: ({ at }) => {
        work.dates += 1
        return at
      },
      lifecycle: ({ course }) => {
        work.courses += 1
        return course
      },
    }
    const base = Array.from({ length: 100 }, (_, at) => plain(`base-${at}`, at * 2))
    const collection = collectionOver(counting, storedRecords(counting, base))
    const created = 5000
    const lasts = 50
    collection.select({ terms: [] }).slice(0, 20)
    work.dates = 0
    for (let number = 0; number < created; number += 1) {
      const nowMs = 1000 + number
      const course = { startedAt: nowMs + 10, finishedAt: nowMs + lasts, outcome: 'completed', pinned: null } as const
      collection.insert(toThing(`new-${number}`, { at: nowMs, colour: colours[number % 3] ?? '', marks: [] }, course))
      const half = number >> 1
      const page = collection.select({ terms: [], order: () => 'newest_first' }).slice(half, half + 20)
      expect(page[0]?.at).toBe(nowMs - half > 999 ? nowMs - half : page[0]?.at)
      const greens = collection.select({ terms: [{ field: 'colour', anyOf: ['green'] }] })
      expect(greens.total).toBe(Math.floor((number + 2) / 3))
      const listing = { nowMs, isListed: (phase: Status) => phase === 'completed', byReached: () => true }
      const completed = collection.select({ terms: [], listing })
      expect(completed.total).toBe(base.length + Math.max(0, number + 1 - lasts))
      expect(completed.slice(half, half + 20).length).toBeLessThanOrEqual(20)
    }
    // Its own date, and those by which its place among a hundred older ones is found.
    expect(work.dates).toBeLessThanOrEqual(created * (1 + 7))
    expect(work.courses).toBeLessThanOrEqual(created * 200)
  })
})

describe('what indexes match', () => {
  const size = fc.integer({ min: 1, max: 5000 })

  function setOf(size: number, positions: readonly number[]): PositionSet {
    const set = new PositionSet(size)
    for (const position of positions) set.push(position)
    return set
  }

  it('is what sets of positions have in common, few or many', () => {
    const share = fc.constantFrom(0, 1, 2, 10, 50, 90, 100)
    const groups = fc.array(fc.array(fc.tuple(share, fc.nat()), { maxLength: 3 }), { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(size, groups, (size, drawn) => {
        const all = Array.from({ length: size }, (_, position) => position)
        const sets = drawn.map((group) =>
          group.map(([share, salt]) =>
            all.filter((position) => Math.imul(position + salt, 0x9e3779b1) >>> 0 < (share / 100) * 2 ** 32),
          ),
        )
        const matched = matchGroups(
          size,
          sets.map((group) => group.map((positions) => setOf(size, positions))),
        )
        const members = sets.map((group) => new Set(group.flat()))
        const expected = all.filter((position) => members.every((set) => set.has(position)))
        expect(matched.total).toBe(expected.length)
        expect(expected.map((_, index) => matched.at(index))).toEqual(expected)
        const has = new Set(expected)
        let before = 0
        for (const position of all) {
          if (matched.before(position) !== before || matched.has(position) !== has.has(position)) {
            expect([position, matched.before(position), matched.has(position)]).toEqual([
              position,
              before,
              has.has(position),
            ])
          }
          if (has.has(position)) before += 1
        }
        expect(matched.before(size)).toBe(expected.length)
      }),
      { numRuns: 150, seed: 1 },
    )
  })

  it('keeps few positions as a list and many as bits, in any order of the table', () => {
    const size = 3200
    const few = setOf(size, [5, 5, 77])
    expect([few.count, few.positions]).toEqual([2, [5, 77]])
    const many = setOf(
      size,
      Array.from({ length: 400 }, (_, index) => index * 8),
    )
    expect([many.count, many.positions, many.words.length]).toEqual([400, undefined, size / 32])
    const reversed = Uint32Array.from({ length: size }, (_, position) => size - 1 - position)
    for (const set of [few, many]) {
      const moved = set.reordered(reversed)
      expect(moved.count).toBe(set.count)
      for (let position = 0; position < size; position += 1) {
        if (moved.has(size - 1 - position) !== set.has(position)) expect(position).toBe('in both')
      }
    }
  })

  it('is forgotten where ever new filters are asked for', () => {
    const base = new Base(
      shape,
      storedRecords(
        shape,
        Array.from({ length: 500 }, (_, at) => plain(`${at}`, at)),
      ),
    )
    for (let number = 0; number < 300; number += 1) {
      const found = base.oldestFirst.match([{ field: 'colour', anyOf: ['red', `none-${number}`] }])
      expect([found.total, found.at(249)]).toEqual([250, 498])
    }
  })
})
