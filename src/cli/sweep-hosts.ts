import { createCore } from '../app/create-core.ts'
import { type RunChange, takePart, type TraceLine } from '../app/swept.ts'
import { toTraceEntry } from '../app/trace-entry.ts'
import { createProfile } from '../assumptions/profile.ts'
import type { Profile } from '../assumptions/register.ts'
import { urlsOf } from '../control/path.ts'
import { InputError } from '../lib/input-error.ts'
import { listen } from '../server/listen.ts'
import type { Host } from '../sweep/run.ts'
import { childEnvironment } from './child.ts'
import type { Settings } from './config/settings.ts'
import type { Fake } from './remote.ts'

/** The fakes of a sweep. */
export interface Hosts {
  /** The choices of the baseline. */
  readonly chosen: Profile
  /** Opens the fake, or the sandbox, of a run. */
  readonly open: (change: RunChange) => Promise<Host>
}

/** Lets the system pick a port. */
const freePort = 0

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
        const { origin, controlToken, close } = await listen(core, { ...address, port: freePort }, true)
        return {
          env: childEnvironment({ ...urlsOf(origin), apiKey: core.apiKey, controlToken }),
          end: async () => {
            await close()
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
        env: childEnvironment({ ...box, apiKey: apiKeyOf(box), controlToken }),
        end: async () => {
          const requests = await box.requests.list()
          const deliveries = await box.outbox.list()
          await box.delete()
          const lines = requests.map((request): TraceLine => toTraceEntry({ ...request, sandbox: 'default' }))
          return deliveries.length === 0 ? lines : [...lines, { delivered: true }]
        },
      }
    },
  }
}

function apiKeyOf(box: { readonly apiKey: string }): string | undefined {
  try {
    return box.apiKey
  } catch (error) {
    if (error instanceof InputError) return undefined
    throw error
  }
}
