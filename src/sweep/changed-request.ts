import type { TraceEntry } from '../app/trace-entry.ts'
import type { ChangedRequest, ShownAnswer } from './report.ts'
import type { Trace } from './trace.ts'
import { type Variant, variantName } from './variants.ts'

/**
 * Finds the first request that a variant answered with another status or error code than the baseline, else with another body.
 * Without one, it is the first that the variant had a part in; null where it had none.
 */
export function changedRequest(variant: Variant, { entries }: Trace, baseline: Trace): ChangedRequest | null {
  const expectedOf = matchWith(baseline)
  const concerned = entries
    .map((entry) => [entry, expectedOf(entry)] as const)
    .filter(([entry]) => concerns(variant, entry))
  const [entry, expected] =
    concerned.find(([one, other]) => one.status !== other?.status || one.code !== other.code) ??
    concerned.find(([one, other]) => one.digest !== other?.digest) ??
    concerned[0] ??
    []
  if (entry === undefined) return null
  const { operation, method, path } = entry
  return { operation, method, path, expected: expected === undefined ? null : shown(expected), actual: shown(entry) }
}

/** True if the answer depended on the row of a variant, or a rule of its fault fired. A fault without rules concerns each answer. */
function concerns(variant: Variant, { fired, used }: TraceEntry): boolean {
  if (variant.kind === 'assumption') return used.includes(variant.row)
  return variant.change.scenario?.rules === undefined || fired.some((rule) => rule.startsWith(`${variantName}[`))
}

/** Finds the entry of a trace that is the same request: by its count in its sandbox if that is known, else by its count in all. */
function matchWith({ entries }: Trace): (entry: TraceEntry) => TraceEntry | undefined {
  const known = new Map<string, TraceEntry>()
  const inBaseline = counter()
  for (const entry of entries) {
    for (const name of namesOf(entry)) known.set(inBaseline(name), entry)
  }
  const inVariant = counter()
  return (entry) => {
    const [inSandbox, inAll] = namesOf(entry).map((name) => known.get(inVariant(name)))
    return inSandbox ?? inAll
  }
}

const namesOf = ({ sandbox, method, path }: TraceEntry): readonly string[] => [
  `${method} ${path} in ${sandbox}`,
  `${method} ${path}`,
]

/** Numbers the uses of a name. */
function counter(): (name: string) => string {
  const counts = new Map<string, number>()
  return (name) => {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return `${name} #${count}`
  }
}

const shown = ({ status, code, fault, body }: TraceEntry): ShownAnswer => ({ status, code, fault, body })
