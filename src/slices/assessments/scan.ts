import type { RandomStream } from '../../engine/random.ts'
import { type Check, checks, knownCategories, type Severity } from './checks.ts'

/** A finding of an assessment (§2.2). */
interface Finding {
  readonly id: string
  readonly severity: string
  readonly category: string
  readonly description: string
  readonly remediation: string
}

/** The counters of an assessment (§2.2). */
interface Summary {
  readonly high_severity: number
  readonly medium_severity: number
  readonly low_severity: number
  readonly passing_checks: number
}

/** What an assessment found. */
export interface Result {
  readonly score: number
  readonly findings: readonly Finding[]
  readonly summary: Summary
}

/** What a scan looks at. */
export interface ScanOptions {
  /** All checks of a category, or the first half of them. */
  readonly comprehensive: boolean
  readonly categories: readonly string[]
}

/** What is scanned where a request does not say. */
export const defaultScan: ScanOptions = { comprehensive: false, categories: knownCategories }

/** Points that a finding takes from a score of 100. */
const penalties = { high: 15, medium: 7, low: 3 } as const satisfies Record<Severity, number>

/** Part of the checks that fail. */
const failingShare = 0.4

/** Runs a scan: which checks fail is drawn from `random`; score and summary follow from them. */
export function scan(random: RandomStream, options: ScanOptions): Result {
  const looked = options.categories.flatMap((category) => checksOf(category, options.comprehensive))
  const failed = looked.filter(() => random.fraction() < failingShare)
  const findings = failed.map((check) => ({ id: random.uuid(), ...toFinding(check) }))
  const count = (severity: Severity): number => failed.filter((check) => check.severity === severity).length
  const lost = failed.reduce((sum, check) => sum + penalties[check.severity], 0)
  return {
    score: Math.max(0, 100 - lost),
    findings,
    summary: {
      high_severity: count('high'),
      medium_severity: count('medium'),
      low_severity: count('low'),
      passing_checks: looked.length - failed.length,
    },
  }
}

function checksOf(category: string, comprehensive: boolean): readonly Check[] {
  const all = checks.filter((check) => check.category === category)
  return comprehensive ? all : all.slice(0, Math.ceil(all.length / 2))
}

function toFinding({ severity, category, description, remediation }: Check): Omit<Finding, 'id'> {
  return { severity, category, description, remediation }
}
