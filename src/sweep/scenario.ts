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

/** How many hard faults an operation has room for in one run. */
export interface Room {
  /** The most requests of an operation in one sandbox of the baseline. */
  readonly requestsOf: (operation: string) => number
  /** True if a second fault may follow the first one at once. */
  readonly isPaired: boolean
}

/** What a run changes, and the variants that had a part in an answer of it. */
export interface Plan {
  readonly change: RunChange
  readonly causesOf: (entry: Pick<TraceEntry, 'fired' | 'used'>) => readonly Variant[]
}

/** Plans a run under some variants together. */
export function planRun(variants: readonly Variant[], room: Room): Plan {
  const rows = variants.filter((one) => one.kind === 'assumption')
  const faults = variants.filter((one) => one.kind === 'fault')
  const made = [...new Set(faults.flatMap(({ operations }) => operations))].flatMap((operation) => {
    const here = faults.filter(({ fault, operations }) => fault.then !== undefined && operations.includes(operation))
    const hard = here.filter(({ fault }) => isHard(fault))
    return [
      ...inSequence(operation, hard, room),
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

/**
 * Puts faults on the requests of an operation in turn. A served request follows each, or each pair where there are more
 * faults than requests. Only the first of a pair leaves the request undone, so that the client sends it again.
 */
function inSequence(operation: string, variants: readonly FaultVariant[], room: Room): readonly Made[] {
  const undone = variants.filter(({ fault }) => fault.isAfter === undefined)
  const done = variants.filter(({ fault }) => fault.isAfter !== undefined)
  const made: Made[] = []
  let pairs = room.isPaired ? variants.length - room.requestsOf(operation) : 0
  for (let place = 0; undone.length + done.length > 0; place += 1) {
    const isPair = pairs > 0 && undone.length > 0
    const slot = [undone.shift() ?? done.shift(), isPair ? (done.shift() ?? undone.shift()) : undefined]
    pairs -= 1
    for (const one of slot) {
      if (one === undefined) continue
      const { then = {}, isAfter } = one.fault
      // A rule counts the requests that no rule before it took; those of the stage before know nothing of the stage after.
      const taken = made.filter(({ of: [other] }) => isAfter ?? other?.fault.isAfter === undefined).length
      const phase = isAfter === undefined ? undefined : 'after'
      made.push(makeRule(operation, { after: place - taken, first: 1 }, phase, then, [one]))
      place += 1
    }
  }
  return made
}
