import * as z from 'zod/mini'

import { RandomStream } from '../../random/random.ts'
import { checks, knownCategories, type Severity } from './checks.ts'

const count = z.int().check(z.gte(0))

export const findingSchema = z.strictObject({
  id: z.string(),
  severity: z.string(),
  category: z.string(),
  description: z.string(),
  remediation: z.string(),
})

const summarySchema = z.strictObject({
  high_severity: count,
  medium_severity: count,
  low_severity: count,
  passing_checks: count,
})

export const resultFields = { score: z.int(), findings: z.array(findingSchema), summary: summarySchema }

export const resultSchema = z.strictObject(resultFields)

export type Result = z.infer<typeof resultSchema>

export const nothingFound: Result = {
  score: 0,
  findings: [],
  summary: { high_severity: 0, medium_severity: 0, low_severity: 0, passing_checks: 0 },
}

export const scanOptionsSchema = z.strictObject({
  /** All checks of a category, or the first half of them. */
  comprehensive: z.boolean(),
  /** A category that occurs twice counts once. */
  categories: z.array(z.string()),
})

type ScanOptions = z.infer<typeof scanOptionsSchema>

export const defaultScan: ScanOptions = { comprehensive: false, categories: [...knownCategories] }

/** Points that a finding subtracts from a score of 100. */
const penalties: ReadonlyMap<string, number> = new Map(
  Object.entries({ high: 15, medium: 7, low: 3 } satisfies Record<Severity, number>),
)

const failingShare = 0.4

/** Scans a resource. The stream of `label` decides which checks fail. */
export function scan(label: string, { comprehensive, categories }: ScanOptions, type: string): Result {
  const random = new RandomStream(label)
  const checked = [...new Set(categories)].flatMap((category) => checksOf(category, type, comprehensive))
  const failed = checked.filter(() => random.fraction() < failingShare)
  const findings = failed.map((check) => ({ id: random.uuid(), ...check }))
  return toResult(findings, checked.length - failed.length)
}

/** Counts findings. The summary leaves out any other severity. */
export function toResult(findings: Result['findings'], passing: number): Result {
  const countOf = (severity: Severity): number => findings.filter((finding) => finding.severity === severity).length
  const lost = findings.reduce((sum, { severity }) => sum + (penalties.get(severity) ?? 0), 0)
  return {
    score: Math.max(0, 100 - lost),
    findings,
    summary: {
      high_severity: countOf('high'),
      medium_severity: countOf('medium'),
      low_severity: countOf('low'),
      passing_checks: passing,
    },
  }
}

function checksOf(category: string, type: string, comprehensive: boolean) {
  const all = checks.filter((check) => check.finding.category === category && ['any', type].includes(check.type))
  return (comprehensive ? all : all.slice(0, Math.ceil(all.length / 2))).map(({ finding }) => finding)
}
