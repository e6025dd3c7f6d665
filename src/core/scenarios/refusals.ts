import { quote } from '../lib/input-error.ts'
import { didYouMean } from '../lib/nearest.ts'

/** The messages with which a scenario is refused, beside the problems of its schema. */
export const refusals = {
  unknown: (name: string, known: readonly string[]) => `no scenario is named ${quote(name)}.${didYouMean(name, known)}`,
  taken: (name: string, source: string) => `${quote(name)} is already the name of another scenario (${source})`,
  shared: (name: string, source: string) =>
    `${quote(name)} is already the name of a scenario of every sandbox (${source})`,
  otherDefinition: (name: string, source: string) =>
    `the scenario ${quote(name)} has another definition in this fake (${source})`,
  notActive: (name: string) => `expected names of active scenarios, got ${quote(name)}`,
}
