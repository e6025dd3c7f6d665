import { base, en, Faker } from '@faker-js/faker'

import { RandomStream } from './random.ts'

export type { Faker }

let stream = new RandomStream('')

const faker = new Faker({ locale: [en, base], randomizer: { next: () => stream.fraction(), seed: () => {} } })

/** Draws a value by a label: the same label gives the same value, in any order and in any process. */
export function draw<T>(label: string, make: (faker: Faker) => T): T {
  const outer = stream
  stream = new RandomStream(label)
  try {
    return make(faker)
  } finally {
    stream = outer
  }
}
