import { createCore } from '../app/create-core.ts'
import { type RunChange, takePart, type TraceLine } from '../app/swept.ts'
import { createProfile } from '../assumptions/profile.ts'
import type { Profile } from '../assumptions/register.ts'
import { urlsOf } from '../control/path.ts'
import { listen } from '../server/listen.ts'
import type { Host } from '../sweep/run.ts'
import { childEnvironment, trustOf } from './child.ts'
import type { Settings } from './config/settings.ts'
import { freePort } from './serve.ts'

/** The fakes of a sweep. */
interface Hosts {
  /** The choices of the baseline. */
  readonly chosen: Profile
  /** Opens the fake of a run. */
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
