import { base, en, Faker } from '@faker-js/faker'

import { RandomStream, streamLabel } from './engine/random.ts'
import { drawAssessment } from './slices/assessments/factory.ts'
import { drawJob } from './slices/jobs/factory.ts'
import { drawResource } from './slices/resources/factory.ts'

/** How many assessments a generated inventory has, where it has a resource to assess. */
const assessmentCount = 48

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

/** A faker of its own for one record: its values follow from the label. */
export function fakerFor(label: string): Faker {
  const random = new RandomStream(label)
  const faker = createFaker()
  faker.seed(Array.from({ length: 4 }, () => random.word()))
  return faker
}

/**
 * Generates the records of resources.json and assessments.json, by file name.
 * @param count number of resources; with none there are no assessments either
 */
export function generateInventory(seed: number, count: number): ReadonlyMap<string, readonly object[]> {
  const faker = createFaker()
  const resources = Array.from({ length: count }, (_, position) =>
    drawResource(fakerAt(faker, seed, 'resource', position)),
  )
  const assessments = Array.from({ length: count === 0 ? 0 : assessmentCount }, (_, position) => {
    const label = streamLabel(seed, 'fixture assessment', position)
    return drawAssessment(fakerAt(faker, seed, 'assessment', position), label, position, resources)
  })
  return new Map([
    ['resources.json', resources],
    ['assessments.json', assessments],
  ])
}

/** Generates the records of jobs.json. */
export function generateJobs(seed: number, count: number): readonly object[] {
  const faker = createFaker()
  return Array.from({ length: count }, (_, position) =>
    drawJob(fakerAt(faker, seed, 'job', position), streamLabel(seed, 'fixture job', position), position),
  )
}
