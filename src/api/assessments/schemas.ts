import * as z from 'zod/mini'

import type { Assume } from '../../assumptions/register.ts'
import { resourceIdKind } from '../../http/resource-id.ts'
import type { Shaping } from '../../http/schema-context.ts'
import { idShape } from '../../random/ids.ts'
import { instantShape } from '../../time/instant.ts'
import type { Phase } from '../../time/lifecycle.ts'
import { assessmentItemSchema, assessments, assessmentSchema, creationSchema, stateName } from './assessment.ts'
import { severities } from './checks.ts'
import { findingSchema } from './scan.ts'

/** What the id of the assessed resource looks like. */
export function resourceIdShape({ assume }: Pick<Shaping, 'assume'>): z.ZodMiniType<string> {
  return idShape(resourceIdKind(assume('resourceIdFormat')))
}

/** An item of the assessment list under the choices of a sandbox. */
export function assessmentItemShape(shaping: Shaping): z.ZodMiniType {
  return shaping.named('AssessmentItem', () =>
    z.extend(assessmentItemSchema, {
      resource_id: resourceIdShape(shaping),
      timestamp: instantShape(shaping.assume('timestampPrecision')),
      score: shaping.assume('pendingListed') === 'score_null' ? z.nullable(z.int()) : z.int(),
    }),
  )
}

/** What a create answers under the choices of a sandbox. */
export function createdShape(shaping: Shaping): z.ZodMiniType {
  return shaping.named('CreatedAssessment', () => creationOf(shaping, ['pending']))
}

/** What a get answers under the choices of a sandbox: the record, and what one has that has not completed. */
export function assessmentShape(shaping: Shaping): z.ZodMiniType {
  const record = shaping.named('Assessment', () => recordOf(shaping))
  const phases = unfinishedPhases(shaping.assume)
  if (phases.length === 0) return record
  return z.union([record, shaping.named('UnfinishedAssessment', () => creationOf(shaping, phases))])
}

/** The phases in which a get answers the creation result. */
function unfinishedPhases(assume: Assume): readonly Phase[] {
  const pending: readonly Phase[] = assume('pendingRead') === 'creation_result' ? ['pending', 'running'] : []
  return assume('failedRead') === 'creation_result' ? [...pending, 'failed'] : pending
}

function creationOf(shaping: Shaping, phases: readonly Phase[]) {
  const { assume } = shaping
  return z.extend(creationSchema, {
    resource_id: resourceIdShape(shaping),
    status: z.enum([...new Set(phases.map((phase) => stateName(assume, phase)))]),
    estimated_completion_time: instantShape(assume('timestampPrecision')),
  })
}

/** The severities that findings have: those that the register names, and those that records have now. */
function severitiesOf({ assume, sandbox }: Shaping): ReadonlySet<string> {
  const gravest = assume('severityValues') === 'with_critical' ? ['critical'] : []
  return new Set([...gravest, ...severities, ...assessments(sandbox).values('severity')])
}

function recordOf(shaping: Shaping) {
  const { assume } = shaping
  const record = z.extend(z.omit(assessmentSchema, { status: true }), {
    resource_id: resourceIdShape(shaping),
    timestamp: instantShape(assume('timestampPrecision')),
    score: z.int(),
    findings: z.array(z.extend(findingSchema, { severity: z.enum([...severitiesOf(shaping)]) })),
  })
  if (assume('recordStatusField') === 'absent') return record
  const status = z.literal('completed')
  // A record with nothing in it has no status: it has not completed.
  return z.extend(record, { status: assume('pendingRead') === 'blank_record' ? z.optional(status) : status })
}
