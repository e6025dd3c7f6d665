import { type AssumptionId, assumptionIds } from '../../core/assumptions/register.ts'
import { isUnknown } from '../../core/lib/input-error.ts'
import { keysOf } from '../../core/lib/keys-of.ts'
import type { Find, Probe, Probes } from './probe.ts'
import { assessmentProbes } from './probes/assessments.ts'
import { createProbes } from './probes/create.ts'
import { errorProbes } from './probes/errors.ts'
import { eventProbes } from './probes/events.ts'
import { formProbes } from './probes/form.ts'
import { jobProbes } from './probes/jobs.ts'
import { keyProbes } from './probes/keys.ts'
import { listProbes } from './probes/lists.ts'
import { resourceProbes } from './probes/resources.ts'
import { type ProbeFinding, needs, type ProbeRun, Session, type SessionOptions, unknownOption } from './session.ts'

const probes: Probes<AssumptionId> = {
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

export function probeOf(id: AssumptionId): Probe {
  const probe: Find | Probe = probes[id]
  return typeof probe === 'function' ? { find: probe } : probe
}

function placeOf(id: AssumptionId): number {
  const { needs: needed = [], wants = [] } = probeOf(id)
  return Math.max(-1, ...[...needed, ...wants].map((need) => keysOf(needs).indexOf(need)))
}

/** Runs probes one after another. @returns their findings, in the order of the ids */
export async function runProbes(options: SessionOptions, ids: readonly AssumptionId[] = assumptionIds) {
  const resolve = (id: AssumptionId) => new Session(run).once(`row ${id}`, () => find(run, id))
  const run: ProbeRun = { options, seen: [...(options.recorded ?? [])], done: new Map(), resolve }
  for (const id of ids.toSorted((a, b) => placeOf(a) - placeOf(b))) await resolve(id)
  return new Map(await Promise.all(ids.map(async (id) => [id, await resolve(id)] as const)))
}

async function find(run: ProbeRun, id: AssumptionId): Promise<ProbeFinding> {
  const probe = probeOf(id)
  const session = new Session(run)
  try {
    await requireMeans(session, probe)
    return { option: await probe.find(session), evidence: [...session.evidence] }
  } catch (error) {
    if (!isUnknown(error)) throw error
    return { option: undefined, reason: error.message, evidence: [...session.evidence] }
  }
}

/** @throws InputError if a probe lacks something that it needs, or if the option of another row hides its own */
async function requireMeans(session: Session, { needs: needed = [], hiddenBy = {}, neverHidden }: Probe) {
  const need = session.isReplay ? undefined : needed.find((other) => !session.has(other))
  if (need !== undefined) throw unknownOption(needs[need][0], need)
  if (neverHidden !== undefined) return
  for (const row of keysOf(hiddenBy)) {
    const option = await session.option(row)
    const hiding: readonly unknown[] = hiddenBy[row] ?? []
    if (hiding.includes(option)) throw unknownOption(`it cannot be observed, because ${row} is ${option}`)
  }
}
