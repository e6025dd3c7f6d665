import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { rootCertificates } from 'node:tls'

import type { Command } from 'commander'

import { clientVariables } from '../core/control/client/client-variables.ts'
import { urlsOf } from '../core/control/path.ts'
import { prefixOf } from '../core/http/address.ts'
import { InputError, withSubject } from '../core/lib/input-error.ts'
import { readTextFile } from '../core/lib/json-files.ts'
import { withoutBrackets } from '../core/lib/loopback.ts'
import { defaultSandbox } from '../core/sandbox/sandboxes.ts'
import type { Listening } from '../core/server/listen.ts'
import { variable, variableOf } from './config/flags.ts'
import { exitCodes, oneLine } from './io.ts'

/**
 * Returns the environment of a command that this program runs, which names one fake and no other.
 * @param apiKey undefined keeps the key of this process
 * @returns also `remove`, which deletes the certificate files
 */
export function environmentFor(
  { origin, controlOrigin, controlToken, tls }: Listening,
  apiKey: string | undefined,
  sandbox: string = defaultSandbox,
): { readonly env: NodeJS.ProcessEnv; readonly remove: () => void } {
  const ca = tls?.ca ?? null
  const trust = ca === null ? { env: {}, remove: () => {} } : writeTrust(ca)
  const { [variableOf('url')]: _url, [variableOf('sandbox')]: _sandbox, ...others } = process.env
  const { [variableOf('upstreamKey')]: _key, ...inherited } = others
  const { baseUrl, controlUrl } = urlsOf(origin + prefixOf(sandbox), controlOrigin + prefixOf(sandbox))
  const env = {
    ...inherited,
    ...trust.env,
    ...withoutProxy(new URL(origin).hostname),
    [clientVariables.baseUrl]: baseUrl,
    ...(apiKey === undefined ? {} : { [clientVariables.apiKey]: apiKey }),
    [clientVariables.controlUrl]: controlUrl,
    ...(controlToken === undefined ? {} : { [variableOf('controlToken')]: controlToken }),
  }
  return { env, remove: trust.remove }
}

/** Adds the loopback and the host of a fake to the hosts without a proxy. Some clients read NO_PROXY, others no_proxy. */
function withoutProxy(host: string): NodeJS.ProcessEnv {
  const { NO_PROXY: upper = '', no_proxy: lower = '' } = process.env
  const own = [...new Set(['127.0.0.1', 'localhost', '::1', withoutBrackets(host)])]
  const added = (hosts: string): string => (hosts === '*' ? hosts : [hosts, ...own].join(',').replace(/^,/, ''))
  return { NO_PROXY: added(upper || lower), no_proxy: added(lower || upper) }
}

/** Returns the command after `--`. Without the dashes, its flags would be read as flags of this program. @throws InputError */
export function wordsAfterDashes(command: Command, line: readonly string[]): readonly [file: string, ...string[]] {
  const [file, ...args] = command.args
  if (file && line.includes('--')) return [file, ...args]
  const field = command.name()
  throw new InputError(`expected a command after --, as in: cloudsec-fake ${field} -- npm test`, { field })
}

/** The exit code that a shell would report. */
export function exitCodeOf(code: unknown, signal: unknown): number {
  if (typeof code === 'number') return code
  const [, number = 0] = Object.entries(constants.signals).find(([name]) => name === signal) ?? []
  return exitCodes.ofSignal + number
}

/** The variables with which clients name a file of trusted certificate authorities. */
const trustVariables = ['SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE', 'NODE_EXTRA_CA_CERTS']

/** Writes a file with the authority of a fake and all authorities that the command trusts already. @returns the variables that name it */
function writeTrust(ca: string) {
  let remove = (): void => {}
  try {
    // Only this user may enter the folder. The command may have another working directory.
    const folder = mkdtempSync(join(resolve(tmpdir()), 'cloudsec-fake-tls-'))
    remove = () => rmSync(folder, { recursive: true, force: true })
    const file = join(folder, 'bundle.pem')
    const all = new Set([...rootCertificates, ...trustVariables.flatMap(certificatesIn), ca.trim()])
    writeFileSync(file, `${[...all].join('\n')}\n`, { mode: 0o600 })
    return { env: Object.fromEntries(trustVariables.map((name) => [name, file])), remove }
  } catch (error) {
    remove()
    if (error instanceof InputError) throw error
    const why = `cannot write the certificates for clients: ${oneLine(error)}`
    throw new Error(`${why}; set TMPDIR to another folder`, { cause: error })
  }
}

function certificatesIn(name: string): readonly string[] {
  const file = variable(name)
  if (file === undefined) return []
  const text = withSubject(name, () => readTextFile(file))
  return text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
}
