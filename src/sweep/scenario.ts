import type { RunChange, TraceEntry } from '../app/swept.ts'
import type { ScenarioBase } from '../scenarios/schema.ts'
import { isHard } from './faults.ts'
import type { FaultVariant, Variant } from './variants.ts'

/** The name of the scenario of a run. */
const variantName = 'cloudsec-fake-sweep'

type Rule = NonNullable<ScenarioBase['rules']>[number]

/** A rule with the variants that it is for. */
interface Made {
  readonly rule: Rule
  readonly of: readonly FaultVariant[]
}

/** What a run changes, and the variants that had a part in an answer of it. */
export interface Plan {
  readonly change: RunChange
  readonly causesOf: (entry: Pick<TraceEntry, 'fired' | 'used'>) => readonly Variant[]
}

/** Plans a run under some variants together. */
export function planRun(variants: readonly Variant[]): Plan {
  const rows = variants.filter((one) => one.kind === 'assumption')
  const faults = variants.filter((one) => one.kind === 'fault')
  const made = [...new Set(faults.flatMap(({ operations }) => operations))].flatMap((operation) => {
    const here = faults.filter(({ fault, operations }) => fault.then !== undefined && operations.includes(operation))
    const hard = here.filter(({ fault }) => isHard(fault))
    return [
      ...inSequence(operation, hard),
      ...overlaid(
        operation,
        here.filter((one) => !hard.includes(one)),
      ),
    ]
  })
  const settings = faults.map(({ fault }) => fault.settings ?? {})
  const scenario: ScenarioBase = {
    name: variantName,
    quota: settings.find(({ quota }) => quota !== undefined)?.quota,
    webhooks: merged(settings.map(({ webhooks }) => webhooks)),
    assume: merged(settings.map(({ assume }) => assume)),
    rules: made.length === 0 ? undefined : made.map(({ rule }) => rule),
  }
  const choices = Object.fromEntries(rows.map(({ row, option }) => [row, option]))
  const byRule = new Map(made.map(({ of }, i) => [`${variantName}[${i}]`, of]))
  const ofSettings = faults.filter(({ fault }) => fault.then === undefined)
  return {
    change: faults.length === 0 ? { choices } : { choices, scenario },
    causesOf: ({ fired, used }) => [
      ...fired.flatMap((rule) => byRule.get(rule) ?? []),
      ...rows.filter(({ row }) => used.includes(row)),
      ...ofSettings,
    ],
  }
}

const merged = <T extends object>(parts: readonly (T | undefined)[]): T | undefined =>
  parts.some((part) => part !== undefined) ? Object.assign({}, ...parts) : undefined

const makeRule = (
  operation: string,
  count: Rule['count'],
  phase: Rule['phase'],
  then: Rule['then'],
  of: readonly FaultVariant[],
): Made => ({ rule: { when: { operation }, count, phase, then }, of })

/** Lays effects over the first answers of an operation: one rule for each number of answers, as only one of them fires. */
function overlaid(operation: string, variants: readonly FaultVariant[]): readonly Made[] {
  const [delays, others] = [true, false].map((delays) =>
    variants.filter(({ fault: { then } }) => (then?.delay !== undefined) === delays),
  )
  const answersOf = ({ fault: { answers = 1 } }: FaultVariant): number => answers
  const ends = [...new Set((others ?? []).map(answersOf))].toSorted((a, b) => a - b)
  const ruleOf = (of: readonly FaultVariant[], first: number): Made => {
    const count = Number.isFinite(first) ? { first } : undefined
    return makeRule(operation, count, undefined, Object.assign({}, ...of.map(({ fault }) => fault.then)), of)
  }
  return [
    ...(delays ?? []).map((one) => ruleOf([one], answersOf(one))),
    ...ends.map((end, i) =>
      ruleOf(
        (others ?? []).filter((one) => answersOf(one) >= end),
        end - (ends[i - 1] ?? 0),
      ),
    ),
  ]
}

/** Puts faults on the requests of an operation in turn. A served request follows each. */
function inSequence(operation: string, variants: readonly FaultVariant[]): readonly Made[] {
  const made: Made[] = []
  for (const [place, one] of variants.entries()) {
    const isAfter = one.fault.class === 'lost'
    // A rule counts the requests that no rule before it took; those of the stage before know nothing of the stage after.
    const taken = made.filter(({ of: [other] }) => isAfter || other?.fault.class === 'refused').length
    made.push({
      rule: {
        when: { operation },
        count: { after: 2 * place - taken, first: 1 },
        phase: isAfter ? 'after' : undefined,
        then: one.fault.then ?? {},
      },
      of: [one],
    })
  }
  return made
}
