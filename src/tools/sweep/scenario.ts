import { type Effect, isHard, type ScenarioBase } from './faults.ts'
import type { TraceEntry } from './trace.ts'
import type { FaultVariant, Variant } from './variants.ts'

/** The name of the scenario of a run. */
const variantName = 'cloudsec-fake-sweep'

/** A rule with the variants that it is for. */
interface Made {
  readonly rule: NonNullable<ScenarioBase['rules']>[number]
  readonly of: readonly FaultVariant[]
}

/** What a run changes in the sandboxes that it is for. */
export interface RunPreset {
  readonly assume: Readonly<Record<string, string | number>>
  readonly scenarios: readonly ScenarioBase[]
}

/** What a run changes, and the variants that had a part in an answer of it. */
export type Plan = Readonly<ReturnType<typeof planRun>>

/** Plans a run under some variants together. */
export function planRun(variants: readonly Variant[]) {
  const rows = variants.filter((one) => one.kind === 'assumption')
  const faults = variants.filter((one) => one.kind === 'fault')
  const made = [...new Set(faults.flatMap(({ operations }) => operations))].flatMap((operation) => {
    const here = faults.filter(({ fault, operations }) => fault.then !== undefined && operations.includes(operation))
    const calm = here.filter(({ fault }) => !isHard(fault))
    return [
      ...inSequence(
        operation,
        here.filter(({ fault }) => isHard(fault)),
      ),
      // A rule that only delays lets another one fire.
      ...[true, false].flatMap((delays) =>
        overlaid(
          operation,
          calm.filter(({ fault }) => (fault.then?.delay !== undefined) === delays),
        ),
      ),
    ]
  })
  const settings = faults.map(({ fault }) => fault.settings ?? {})
  const scenario: ScenarioBase = {
    name: variantName,
    ...Object.assign({}, ...settings),
    webhooks: Object.assign({}, ...settings.map(({ webhooks }) => webhooks)),
    assume: Object.assign({}, ...settings.map(({ assume }) => assume)),
    rules: made.map(({ rule }) => rule),
  }
  const preset: RunPreset = {
    assume: Object.fromEntries(rows.map(({ row, option }) => [row, option])),
    scenarios: faults.length === 0 ? [] : [scenario],
  }
  const byRule = new Map(made.map(({ of }, i) => [`${variantName}[${i}]`, of]))
  const ofSettings = faults.filter(({ fault }) => fault.then === undefined)
  return {
    preset,
    causesOf: ({ fired, choices }: Pick<TraceEntry, 'fired' | 'choices'>): readonly Variant[] => [
      ...fired.flatMap((rule) => byRule.get(rule) ?? []),
      ...rows.filter(({ row, option }) => choices[row] === option),
      ...ofSettings,
    ],
  }
}

/** Lays effects over the first answers of an operation: one rule for each number of answers, as only one of them fires. */
function overlaid(operation: string, variants: readonly FaultVariant[]): readonly Made[] {
  const answersOf = ({ fault: { answers = 1 } }: FaultVariant): number => answers
  const ends = [...new Set(variants.map(answersOf))].toSorted((a, b) => a - b)
  return ends.map((end, i) => {
    const of = variants.filter((one) => answersOf(one) >= end)
    const then: Effect = Object.assign({}, ...of.map(({ fault }) => fault.then))
    return { rule: { when: { operation }, count: { first: end - (ends[i - 1] ?? 0) }, then }, of }
  })
}

/** Puts faults on the requests of an operation in turn. A served request follows each. */
function inSequence(operation: string, variants: readonly FaultVariant[]): readonly Made[] {
  return variants.map((one, place) => {
    const isAfter = one.fault.class === 'lost'
    // A rule counts the requests that no rule before it took; rules of the earlier phase do not see the later phase.
    const taken = variants.slice(0, place).filter(({ fault }) => isAfter || fault.class === 'refused')
    const count = { after: 2 * place - taken.length, first: 1 }
    const phase = isAfter ? ('after' as const) : undefined
    return { rule: { when: { operation }, count, phase, then: one.fault.then ?? {} }, of: [one] }
  })
}
