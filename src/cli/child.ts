import { constants } from 'node:os'

import { clientVariables } from '../control/client/client-variables.ts'
import { urlsOf } from '../control/path.ts'
import { prefixOf } from '../http/address.ts'
import { defaultSandbox } from '../sandbox/sandboxes.ts'
import type { Listening } from '../server/listen.ts'
import { variableOf } from './config/flags.ts'
import { exitCodes } from './io.ts'

/**
 * The environment of a command that this program runs: it names one fake, and no other.
 * @param apiKey undefined leaves that of this process
 * @returns also what removes the files by which the command trusts the fake
 */
export async function environmentFor(
  { origin, controlOrigin, controlToken, tls }: Listening,
  apiKey: string | undefined,
  sandbox: string = defaultSandbox,
): Promise<{ readonly env: NodeJS.ProcessEnv; readonly remove: () => void }> {
  const ca = tls?.show().ca ?? null
  const trust = ca === null ? { env: {}, remove: () => {} } : (await import('./trust.ts')).writeTrust(ca)
  const { [variableOf('url')]: _url, [variableOf('sandbox')]: _sandbox, ...inherited } = process.env
  const { baseUrl, controlUrl } = urlsOf(origin + prefixOf(sandbox), controlOrigin + prefixOf(sandbox))
  const env = {
    ...inherited,
    ...trust.env,
    [clientVariables.baseUrl]: baseUrl,
    ...(apiKey === undefined ? {} : { [clientVariables.apiKey]: apiKey }),
    [clientVariables.controlUrl]: controlUrl,
    ...(controlToken === undefined ? {} : { [variableOf('controlToken')]: controlToken }),
  }
  return { env, remove: trust.remove }
}

/** The exit code that a shell would report. */
export function codeOf(code: unknown, signal: unknown): number {
  if (typeof code === 'number') return code
  const [, number = 0] = Object.entries(constants.signals).find(([name]) => name === signal) ?? []
  return exitCodes.ofSignal + number
}
