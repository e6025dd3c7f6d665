import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { Choice } from '../src/assumptions/register.ts'
import { Base, type Term } from '../src/engine/base.ts'
import type { Collection } from '../src/engine/collection.ts'
import { matchGroups } from '../src/engine/matched.ts'
import { PositionSet } from '../src/engine/position-set.ts'
import { type RecordShape, storedRecords } from '../src/engine/record-source.ts'
import { collectionOver } from './support/counted.ts'

interface Thing {
  readonly id: string
  readonly at: number
  readonly colour: string
  readonly marks: readonly string[]
}

const shape: RecordShape<Thing> = {
  id: ({ id }) => id,
  createdAt: ({ at }) => at,
  fields: { colour: ({ colour }) => [colour], mark: ({ marks }) => marks },
}

const colours = ['red', 'green', 'blue']
const orders = ['oldest_first', 'newest_first', 'by_id'] as const

const idOf = (number: number): string => `${(number * 7919) % 1000}-${number}`

const content = fc.record({
  at: fc.nat({ max: 5 }),
  colour: fc.constantFrom(...colours),
  marks: fc.uniqueArray(fc.constantFrom('a', 'b', 'c'), { maxLength: 3 }),
})

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
  start: fc.nat({ max: 40 }),
  length: fc.nat({ max: 40 }),
  from: fc.option(fc.nat({ max: 5 })),
  isRedHidden: fc.boolean(),
  isListedByColour: fc.boolean(),
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

  ask({ terms, order, start, length, ...rest }: Question) {
    const byCreation = this.things
      .toSorted((a, b) => a.thing.at - b.thing.at || a.turn - b.turn)
      .map(({ thing }) => thing)
      .filter((thing) =>
        terms.every((term) => shape.fields[term.field]?.(thing).some((value) => term.anyOf.includes(value))),
      )
      .filter((thing) => !rest.isRedHidden || thing.colour !== 'red')
      .filter((thing) => rest.from === null || listedAt(thing, rest) >= rest.from)
    const oldestFirst = byCreation.toSorted((a, b) => listedAt(a, rest) - listedAt(b, rest))
    const ordered = {
      oldest_first: () => oldestFirst,
      newest_first: () => oldestFirst.toReversed(),
      by_id: () => byCreation.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    }[order]()
    return { total: ordered.length, ids: ordered.slice(start, start + length).map(({ id }) => id) }
  }
}

function listedAt({ at, colour }: Thing, { isListedByColour }: Pick<Question, 'isListedByColour'>): number {
  return isListedByColour ? colours.indexOf(colour) : at
}

function ask(collection: Collection<Thing>, { terms, order, start, length, ...rest }: Question) {
  const { from } = rest
  const found = collection.select({
    terms,
    order: (): Choice<'listOrder'> => order,
    ...(rest.isRedHidden ? { where: ({ colour }) => colour !== 'red' } : {}),
    ...(rest.isListedByColour ? { at: (thing) => listedAt(thing, rest) } : {}),
    ...(from === null ? {} : { within: (atMs) => atMs >= from }),
  })
  return { total: found.total, ids: found.slice(start, start + length).map(({ id }) => id) }
}

type Change = typeof change extends fc.Arbitrary<infer C> ? C : never

/** Makes a change to both. @returns the id of what was removed */
function apply(step: Change, collection: Collection<Thing>, naive: Naive, number: number, removed: string[]): void {
  if (step.do === 'list') return
  if (step.do === 'insert' || step.do === 'revive') {
    const id = (step.do === 'revive' ? removed.pop() : undefined) ?? idOf(number)
    const thing = { id, ...step.content }
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
    const thing = { id: known.thing.id, ...step.content }
    collection.replace(thing)
    naive.replace(index, thing)
  }
}

describe('a collection', () => {
  it('answers as a table does that looks at every record, whatever is made, changed and removed', () => {
    fc.assert(
      fc.property(
        fc.array(content, { maxLength: 40 }),
        fc.array(fc.tuple(change, question), { minLength: 1, maxLength: 20 }),
        (contents, steps) => {
          const given: Thing[] = contents.map((fields, number) => ({ id: idOf(number), ...fields }))
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
          const loaded = collectionOver(shape, storedRecords(shape, given))
          const saved = collection.save()
          if (saved !== undefined) loaded.load(saved)
          const whole = { terms: [], start: 0, length: 100, from: null, isRedHidden: false, isListedByColour: false }
          for (const order of orders)
            expect(ask(loaded, { ...whole, order })).toEqual(ask(collection, { ...whole, order }))
        },
      ),
      { numRuns: 1500, seed: 1 },
    )
  })

  it('reads few dates for a record that is created, and none for the lists between', () => {
    let dates = 0
    const counting = {
      ...shape,
      createdAt: ({ at }: Thing) => {
        dates += 1
        return at
      },
    }
    const base = Array.from({ length: 100 }, (_, at) => ({ id: `base-${at}`, at, colour: 'red', marks: [] }))
    const collection = collectionOver(counting, storedRecords(counting, base))
    const created = 20_000
    collection.select({ terms: [] }).slice(0, 20)
    dates = 0
    for (let number = 0; number < created; number += 1) {
      collection.insert({ id: `new-${number}`, at: 1000 + number, colour: colours[number % 3] ?? '', marks: [] })
      const page = collection.select({ terms: [], order: () => 'newest_first' }).slice(number >> 1, (number >> 1) + 20)
      expect(page.length).toBeLessThanOrEqual(20)
      expect(collection.select({ terms: [{ field: 'colour', anyOf: ['green'] }] }).total).toBe(
        Math.floor((number + 2) / 3),
      )
    }
    // Its own date, and those by which its place among a hundred older ones is found.
    expect(dates).toBeLessThanOrEqual(created * (1 + 7))
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
        Array.from({ length: 500 }, (_, at) => ({ id: `${at}`, at, colour: colours[at % 2] ?? '', marks: ['a'] })),
      ),
    )
    for (let number = 0; number < 300; number += 1) {
      const found = base.oldestFirst.match([{ field: 'colour', anyOf: ['red', `none-${number}`] }])
      expect([found.total, found.at(249)]).toEqual([250, 498])
    }
  })
})
