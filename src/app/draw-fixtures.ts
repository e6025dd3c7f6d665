import { base, en, Faker } from '@faker-js/faker'

import { drawAssessments } from '../api/assessments/generate.ts'
import { drawJob } from '../api/jobs/factory.ts'
import { drawResource } from '../api/resources/factory.ts'
import { lazily } from '../lib/lazily.ts'
import type { Draws } from '../random/draws.ts'
import { RandomStream, streamLabel } from '../random/random.ts'
import { parseInstant } from '../time/instant.ts'

// Each record is seeded by its own position, so that it does not depend on how many there are before or after it.
const kinds = { resource: 1, assessment: 2, job: 3 } as const

function fakerAt(faker: Faker, seed: number, kind: keyof typeof kinds, position: number): Faker {
  // A seed of more than 32 bits counts whole.
  const high = Math.floor(seed / 2 ** 32) >>> 0
  faker.seed([seed >>> 0, kinds[kind], position, ...(high === 0 ? [] : [high])])
  return faker
}

function createFaker(): Faker {
  return new Faker({ locale: [en, base] })
}

const sharedFaker = lazily(createFaker)

/** The faker for one record: its values follow from the label. It is the same for all, so a record is drawn to its end before the next. */
export function fakerFor(label: string): Faker {
  const random = new RandomStream(label)
  const faker = sharedFaker()
  faker.seed(Array.from({ length: 4 }, () => random.word()))
  return faker
}

/** Draws by a faker. */
function drawsBy(faker: Faker): Draws {
  const { helpers, string, number } = faker
  return {
    uuid: () => string.uuid(),
    pick: (values) => helpers.arrayElement(values),
    weighted: (values) => helpers.weightedArrayElement(values),
    some: (values, min, max) => helpers.arrayElements(values, { min, max }),
    chance: (probability) => faker.datatype.boolean({ probability }),
    int: (min, max) => number.int({ min, max }),
    between: (from, to) => faker.date.between({ from, to }).getTime(),
    noun: () => faker.word.noun({ length: { min: 4, max: 8 } }),
    digits: (length) => string.numeric(length),
    hex: (length) => string.hexadecimal({ length, prefix: '', casing: 'lower' }),
    ipv4: (network) => faker.internet.ipv4({ network }),
  }
}

/** Draws the records of resources.json and assessments.json, by file name. */
export function drawInventory(seed: number, count: number): ReadonlyMap<string, readonly object[]> {
  const faker = createFaker()
  const drawsAt = (kind: keyof typeof kinds, position: number): Draws => drawsBy(fakerAt(faker, seed, kind, position))
  const resources = Array.from({ length: count }, (_, position) => drawResource(drawsAt('resource', position)))
  const assessed = resources.map(({ id, type, created_at }) => ({
    id,
    type,
    createdAt: parseInstant(created_at, 'created_at'),
  }))
  const assessments = drawAssessments(
    seed,
    count,
    (position) => drawsAt('assessment', position),
    (draws) => draws.pick(assessed),
  )
  return new Map([
    ['resources.json', resources],
    ['assessments.json', assessments],
  ])
}

/** Draws the records of jobs.json. */
export function drawJobs(seed: number, count: number): readonly object[] {
  const faker = createFaker()
  return Array.from({ length: count }, (_, position) =>
    drawJob(fakerAt(faker, seed, 'job', position), streamLabel(seed, 'fixture job', position), position),
  )
}
