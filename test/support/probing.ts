import { operations } from '../../src/core/app/areas.ts'
import { isAssumptionId } from '../../src/core/assumptions/profile.ts'
import type { AssumptionId, Profile } from '../../src/core/assumptions/register.ts'
import { probeOf } from '../../src/tools/resolve/run-probes.ts'
import { createSender } from '../../src/tools/resolve/send.ts'
import type { Receiver as ProbeReceiver, SessionOptions } from '../../src/tools/resolve/session.ts'
import type { Client } from './fake.ts'
import { type Receiver, startReceiver } from './receiver.ts'

/** Starts a receiver for probes, which accepts at one path and rejects at another. */
export async function startProbeReceiver(): Promise<ProbeReceiver> {
  const receiver: Receiver = await startReceiver()
  receiver.answer(({ path }) => (path === '/refuse' ? 500 : 204))
  return {
    url: new URL('/accept', receiver.url).href,
    refusingUrl: new URL('/refuse', receiver.url).href,
    get received() {
      return receiver.received.map(({ path, headers, body }) => ({
        url: new URL(path, receiver.url).href,
        headers,
        body,
      }))
    },
  }
}

/** Session options that permit everything, with waits on the sandbox clock. */
export function probingOf(
  { fake, sandbox }: Pick<Client, 'fake' | 'sandbox'>,
  options: Partial<SessionOptions> = {},
): SessionOptions {
  return {
    operations,
    send: createSender({
      fetch: fake.fetch,
      baseUrl: sandbox.baseUrl,
      keys: { main: sandbox.apiKey, limited: 'csf_one_permission', spare: 'csf_small_quota' },
    }),
    write: true,
    wait: async (ms) => {
      await sandbox.clock.advance(`${ms}ms`)
      return true
    },
    keys: ['main', 'limited', 'spare'],
    ...options,
  }
}

/** The row whose choice in a profile hides another row. */
export function hidingOf(id: AssumptionId, profile: Profile): string | undefined {
  const { hiddenBy = {}, neverHidden = [] } = probeOf(id)
  if (neverHidden.includes(profile[id])) return undefined
  const hidden = Object.entries<readonly unknown[]>(hiddenBy)
  return hidden.find(([row, options]) => isAssumptionId(row) && options.includes(profile[row]))?.[0]
}
