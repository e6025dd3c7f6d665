import { createCore } from '../app/create-core.ts'
import { type RunChange, takePart, type TraceLine } from '../app/swept.ts'
import { toTraceEntry } from '../app/trace-entry.ts'
import { createProfile } from '../assumptions/profile.ts'
import type { Profile } from '../assumptions/register.ts'
import type { Fake } from '../control/client/sandbox-client.ts'
import { urlsOf } from '../control/path.ts'
import { InputError } from '../lib/input-error.ts'
import { listen } from '../server/listen.ts'
import type { Host } from '../sweep/run.ts'
import { childEnvironment, trustOf } from './child.ts'
import type { Settings } from './config/settings.ts'
import { plainKeyOf } from './remote.ts'
import { freePort } from './serve.ts'

/** The fakes of a sweep. */
export interface Hosts {
  /** The choices of the baseline. */
  readonly chosen: Profile
  /** Opens the fake, or the sandbox, of a run. */
  readonly open: (change: RunChange) => Promise<Host>
}

/**
 * A fake in this process for each run, so that a change holds in every sandbox.
 * @param stated the rows that no run changes
 * @param inTerms has the error of an option name its flag, its variable or its file
 */
export function ownFakes(
  { options, listen: address }: Settings,
  stated: readonly string[],
  inTerms: (error: unknown) => unknown,
): Hosts {
  const { quota, assume } = options
  return {
    chosen: { ...createProfile(assume), ...(quota === undefined ? {} : { rateQuota: quota }) },
    open: async (change) => {
      const lines: TraceLine[] = []
      const swept = takePart(change, stated, (line) => lines.push(line))
      try {
        // The trace needs a journal.
        const core = await createCore({ ...options, journalBytes: undefined }, swept)
        const ports = { port: freePort, httpPort: undefined }
        const listening = await listen(core, { ...address, ...ports }, true)
        const { origin, controlOrigin, controlToken } = listening
        const trust = await trustOf(listening)
        const urls = urlsOf(origin, controlOrigin)
        return {
          env: childEnvironment({ ...urls, apiKey: core.apiKey, controlToken, trust: trust.env }),
          end: async () => {
            trust.remove()
            await listening.close()
            return lines
          },
        }
      } catch (error) {
        throw inTerms(error)
      }
    },
  }
}

/** A sandbox of a running fake for each run. */
export async function sandboxesOf(fake: Fake, controlToken: string | undefined): Promise<Hosts> {
  const rows = await fake.assumptions.list()
  const chosen = createProfile(Object.fromEntries(rows.map(({ id, choice }) => [id, choice])))
  let opened = 0
  return {
    chosen,
    open: async ({ choices, scenario }) => {
      opened += 1
      const box = await fake.sandboxes.create(`sweep-${process.pid}-${opened}`)
      await box.assumptions.set({ ...chosen, ...choices })
      if (scenario !== undefined) await box.scenarios.define(scenario)
      return {
        env: childEnvironment({ ...box, apiKey: plainKeyOf(box), controlToken, trust: {} }),
        end: async () => {
          const requests = await box.requests.list()
          const { forgotten } = await box.conduct()
          const webhooks = await box.outbox.list({ kind: 'webhook' })
          await box.delete()
          requireWhole(requests.length, forgotten)
          const lines = requests.map((request): TraceLine => toTraceEntry({ ...request, sandbox: 'default' }))
          return webhooks.some(({ attempts }) => attempts.length > 0) ? [...lines, { delivered: true }] : lines
        },
      }
    },
  }
}

/** @throws InputError where the journal of a run has a gap: it says which rows and faults the run met */
function requireWhole(kept: number, forgotten: number): void {
  if (forgotten === 0) return
  const all = kept + forgotten
  throw new InputError(
    `the fake kept ${kept} of the ${all} requests of a run; start it with a larger --journal-bytes, or use fewer --jobs`,
    { field: '--url' },
  )
}
