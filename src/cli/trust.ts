import { X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { rootCertificates } from 'node:tls'

import { InputError, inTermsOf } from '../lib/input-error.ts'
import { readTextFile } from '../lib/json-files.ts'
import { variable } from './config/flags.ts'
import { oneLine } from './format/failure.ts'
import { toJavaTrustStore } from './java-trust-store.ts'

/** The variables that name a file of the only authorities that a client trusts. */
const bundleVariables = ['SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE'] as const

const extraVariable = 'NODE_EXTRA_CA_CERTS'
const javaVariable = 'JAVA_TOOL_OPTIONS'

/**
 * Writes files with the authority of a fake, beside those that a command trusts without it.
 * @param ca in PEM
 * @returns the variables that name them
 * @throws InputError for a variable that names no file, or Error where they cannot be written; then none is left
 */
export function writeTrust(ca: string) {
  try {
    // Only this user may enter the folder. The command may have another working directory.
    const folder = mkdtempSync(join(resolve(tmpdir()), 'cloudsec-fake-tls-'))
    const remove = (): void => rmSync(folder, { recursive: true, force: true })
    try {
      return { env: writeFiles(folder, ca), remove }
    } catch (error) {
      remove()
      throw error
    }
  } catch (error) {
    if (error instanceof InputError) throw error
    const why = `cannot write the certificates for clients: ${oneLine(error)}`
    throw new Error(`${why}; name another folder by TMPDIR`, { cause: error })
  }
}

/** Writes the files into a folder. @returns the variables that name them */
function writeFiles(folder: string, ca: string): NodeJS.ProcessEnv {
  const write = (name: string, content: string | Buffer): string => {
    const file = join(folder, name)
    writeFileSync(file, content, { mode: 0o600 })
    return file
  }
  const extra = certificatesIn(extraVariable)
  const all = [...new Set([...rootCertificates, ...bundleVariables.flatMap(certificatesIn), ...extra, ca.trim()])]
  const bundle = write('bundle.pem', toText(all))
  const store = write('trust.jks', toJavaTrustStore(all.flatMap(toDer)))
  const options = [
    `-Djavax.net.ssl.trustStore=${store}`,
    '-Djavax.net.ssl.trustStoreType=JKS',
    // A password of the user would be for another store.
    '-Djavax.net.ssl.trustStorePassword=changeit',
  ].map(quoted)
  return {
    ...Object.fromEntries(bundleVariables.map((name) => [name, bundle])),
    // Node adds this file to the roots that it has.
    [extraVariable]: write('ca.pem', toText([...extra, ca.trim()])),
    [javaVariable]: [...[variable(javaVariable) ?? []].flat(), ...options].join(' '),
  }
}

const toText = (certificates: readonly string[]): string => `${certificates.join('\n')}\n`

/** The certificates in the file that a variable names. @throws InputError where it cannot be read */
function certificatesIn(name: string): readonly string[] {
  const file = variable(name)
  if (file === undefined) return []
  const text = inTermsOf(name, () => readTextFile(file))
  return text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
}

/** The bytes of a certificate; none for one that is damaged. */
function toDer(pem: string): readonly Buffer[] {
  try {
    return [new X509Certificate(pem).raw]
  } catch {
    return []
  }
}

/** Java splits the variable at spaces. */
const quoted = (option: string): string => (/\s/.test(option) ? `"${option}"` : option)
