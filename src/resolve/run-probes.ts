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

/**
 * For each thing that a probe needs: why it was not run, and its place in the order. Those that read come first, then those that
 * create, that wait, and that use up a quota.
 */
const lacking: Readonly<Record<Need, { readonly reason: string; readonly weight: number }>> = {
  failedAssessment: { weight: 0, reason: 'it needs the id of an assessment that failed' },
  limitedKey: { weight: 1, reason: 'it needs a key with only one permission, which allows to read assessments' },
  otherKey: { weight: 1, reason: 'it needs a second key of the account' },
  write: { weight: 2, reason: 'it must create records' },
  receiver: { weight: 3, reason: 'it needs an address for webhooks' },
  wait: { weight: 4, reason: 'it must wait' },
  spareKey: { weight: 5, reason: 'it needs a key with a quota that may be used up' },
}

const weightOf = (id: AssumptionId): number =>
  id === 'checkOrder' ? lacking.spareKey.weight : Math.max(0, ...needsOf(id).map((need) => lacking[need].weight))

const needsOf = (id: AssumptionId): readonly Need[] => {
  const { needs = [], wants } = probes[id]
  return wants === undefined ? needs : [...needs, wants]
}

export const probedIds: readonly AssumptionId[] = assumptionIds.toSorted((a, b) => weightOf(a) - weightOf(b))

export type Findings = ReadonlyMap<AssumptionId, Finding>

/**
 * Runs probes one after another.
 * @param onFinding called after each probe, to show progress
 */
export async function runProbes(options: SessionOptions, ids: readonly AssumptionId[] = probedIds): Promise<Findings> {
  const session = new Session(options, resolve)
  const findings = new Map<AssumptionId, Finding>()
  for (const id of probedIds.filter((other) => ids.includes(other))) {
    findings.set(id, await resolve(session, id))
  }
  return findings
}

function resolve(session: Session, id: AssumptionId): Promise<Finding> {
  return session.once(`row ${id}`, () => find(session, id))
}

async function find(session: Session, id: AssumptionId): Promise<Finding> {
  const probe: Pick<Probe, 'needs' | 'hiddenBy'> & { find: (session: Session) => Promise<Finding> } = probes[id]
  const need = session.isReplay ? undefined : probe.needs?.find((other) => !session.has(other))
  if (need !== undefined) return unknown({ reason: lacking[need].reason, need })
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
