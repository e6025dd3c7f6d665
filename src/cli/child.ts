import { constants } from 'node:os'

import { clientVariables } from '../control/client/client-variables.ts'
import type { Listening } from '../server/listen.ts'
import { variableOf } from './config/flags.ts'
import { exitCodes } from './exit.ts'

/** The sandbox that a command gets, and the means to use it. */
interface Given {
  readonly baseUrl: string
  readonly controlUrl: string
  /** Undefined leaves that of the environment. */
  readonly apiKey: string | undefined
  readonly controlToken: string | undefined
  /** Variables that have clients trust the fake. */
  readonly trust: NodeJS.ProcessEnv
}

/** The files that have a command trust the authority of a fake. */
interface Trust {
  readonly env: NodeJS.ProcessEnv
  readonly remove: () => void
}

/**
 * Writes the files that a command needs to trust a fake. Where that fails, the fake is closed.
 * @param fake one without an authority of its own needs none
 */
export async function trustOf({ tls, close }: Pick<Listening, 'tls' | 'close'>): Promise<Trust> {
  const ca = tls?.show().ca ?? null
  if (ca === null) return { env: {}, remove: () => {} }
  try {
    return (await import('./trust.ts')).writeTrust(ca)
  } catch (error) {
    await close()
    throw error
  }
}

/** The environment of a command that this program runs: it names one fake, and no other. */
export function childEnvironment({ baseUrl, controlUrl, apiKey, controlToken, trust }: Given): NodeJS.ProcessEnv {
  const { [variableOf('url')]: _url, [variableOf('sandbox')]: _sandbox, ...inherited } = process.env
  return {
    ...inherited,
    ...trust,
    [clientVariables.baseUrl]: baseUrl,
    ...(apiKey === undefined ? {} : { [clientVariables.apiKey]: apiKey }),
    [clientVariables.controlUrl]: controlUrl,
    ...(controlToken === undefined ? {} : { [variableOf('controlToken')]: controlToken }),
  }
}

/** The exit code that a shell would report. */
export function codeOf(code: unknown, signal: unknown): number {
  if (typeof code === 'number') return code
  const [, number = 0] = Object.entries(constants.signals).find(([name]) => name === signal) ?? []
  return exitCodes.ofSignal + number
}
