import { type AssumptionId, assumptionIds } from '../assumptions/register.ts'
import { type Finding, type Need, type Probe, type Probes, unknown } from './probe.ts'
import { assessmentProbes } from './probes/assessments.ts'
import { createProbes } from './probes/create.ts'
import { errorProbes } from './probes/errors.ts'
import { eventProbes } from './probes/events.ts'
import { formProbes } from './probes/form.ts'
import { jobProbes } from './probes/jobs.ts'
import { keyProbes } from './probes/keys.ts'
import { listProbes } from './probes/lists.ts'
import { resourceProbes } from './probes/resources.ts'
import { Session, type SessionOptions, Stopped } from './session.ts'

/** A probe for every row of the register. */
export const probes: Probes<AssumptionId> = {
  ...createProbes,
  ...assessmentProbes,
  ...resourceProbes,
  ...jobProbes,
  ...listProbes,
  ...errorProbes,
  ...keyProbes,
  ...eventProbes,
  ...formProbes,
}

/** Why a probe was not run. */
const lacking: Readonly<Record<Need, string>> = {
  write: 'it must create records',
  wait: 'it must wait',
  limitedKey: 'it needs a key with only one permission, which allows to read assessments',
  otherKey: 'it needs a second key of the account',
  spareKey: 'it needs a key with a quota that may be used up',
  receiver: 'it needs an address for webhooks',
  failedAssessment: 'it needs the id of an assessment that failed',
}

/** Orders the probes: first those that read, then those that create, that wait, and that use up a quota. */
const weights: Readonly<Record<Need, number>> = {
  failedAssessment: 0,
  limitedKey: 1,
  otherKey: 1,
  write: 2,
  receiver: 3,
  wait: 4,
  spareKey: 5,
}

const weightOf = (id: AssumptionId): number =>
  id === 'checkOrder' ? weights.spareKey : Math.max(0, ...needsOf(id).map((need) => weights[need]))

const needsOf = (id: AssumptionId): readonly Need[] => {
  const { needs = [], wants } = probes[id]
  return wants === undefined ? needs : [...needs, wants]
}

/** The rows in the order of their probes. */
export const probedIds: readonly AssumptionId[] = assumptionIds.toSorted((a, b) => weightOf(a) - weightOf(b))

export type Findings = ReadonlyMap<AssumptionId, Finding>

/**
 * Runs probes one after another.
 * @param onFinding called after each probe, to show progress
 */
export async function runProbes(
  options: SessionOptions,
  ids: readonly AssumptionId[] = probedIds,
  onFinding: (id: AssumptionId) => void = () => {},
): Promise<Findings> {
  const session = new Session(options, resolve)
  const findings = new Map<AssumptionId, Finding>()
  for (const id of probedIds.filter((other) => ids.includes(other))) {
    findings.set(id, await resolve(session, id))
    onFinding(id)
  }
  return findings
}

/** Runs the probe of a row, once in a session. */
function resolve(session: Session, id: AssumptionId): Promise<Finding> {
  return session.once(`row ${id}`, () => find(session, id))
}

async function find(session: Session, id: AssumptionId): Promise<Finding> {
  const probe: Pick<Probe, 'needs' | 'hiddenBy'> & { find: (session: Session) => Promise<Finding> } = probes[id]
  const need = session.isReplay ? undefined : probe.needs?.find((other) => !session.has(other))
  if (need !== undefined) return unknown({ reason: lacking[need], need })
  try {
    for (const { row, options, reason, but = [] } of probe.hiddenBy ?? []) {
      const option = String(await session.option(row))
      if (but.length === 0 && options.includes(option)) return unknown(`${row} is ${option}: ${reason}`)
    }
    return await probe.find(session)
  } catch (error) {
    if (error instanceof Stopped) return unknown(error)
    throw error
  }
}
