import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterAll, describe, expect, it } from 'vitest'

import { run } from '../support/consumer.ts'
import { hasCurl, hasPython } from './support/programs.ts'

/** Runs a client in a shell with each fault in turn, and prints its last line. */
const driver = `
import { spawnSync } from 'node:child_process'
for (const fault of [null, 'tls_expired', 'tls_wrong_host', 'tls_unknown_ca', 'tls_handshake_cut', null]) {
  const headers = { 'Content-Type': 'application/json' }
  const url = process.env.CLOUDSEC_CONTROL_URL + '/tls'
  await (await fetch(url, { method: 'PUT', headers, body: JSON.stringify({ fault }) })).text()
  const { stdout, stderr } = spawnSync('sh', ['-c', process.argv[2]], { encoding: 'utf8' })
  console.log((stdout + stderr).split('\\n')[0])
}`

const files = {
  'client.py': `
import os, urllib.error, urllib.request
key = {'Authorization': 'Bearer ' + os.environ['CLOUDSEC_API_KEY']}
try:
    print(urllib.request.urlopen(urllib.request.Request(os.environ['CLOUDSEC_BASE_URL'] + '/cloud/resources', headers=key)).status)
except urllib.error.URLError as error:
    print(type(error.reason).__name__, error.reason)`,
  'client.mjs': `
const { CLOUDSEC_BASE_URL: base, CLOUDSEC_API_KEY: key } = process.env
const asked = fetch(base + '/cloud/resources', { headers: { Authorization: 'Bearer ' + key } })
console.log(await asked.then(({ status }) => status, ({ cause }) => cause.code))`,
}

/** Clients, and what each says of the faults in their order. */
const clients: readonly (readonly [command: string, isThere: boolean, ...said: RegExp[]])[] = [
  [
    `curl -sS -o answer.json -w '%{http_code}\\n' "$CLOUDSEC_BASE_URL/cloud/resources" -H "Authorization: Bearer $CLOUDSEC_API_KEY" 2>&1 | grep -v ^000`,
    hasCurl,
    /^curl: \(60\) .*certificate has expired/,
    /^curl: \(60\) .*no alternative certificate subject name matches/,
    /^curl: \(60\) .*unable to get local issuer certificate/,
    /^curl: \((?:35|56)\) /,
  ],
  [
    'node client.mjs',
    true,
    /^CERT_HAS_EXPIRED$/,
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    /^UNABLE_TO_(?:VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT_LOCALLY)$/,
    /^ECONNRESET$/,
  ],
  [
    'python3 client.py',
    hasPython,
    /^SSLCertVerificationError .*certificate has expired/,
    /^SSLCertVerificationError .*certificate is not valid for '127\.0\.0\.1'/,
    /^SSLCertVerificationError .*unable to get local issuer certificate/,
    /^(?:SSLEOFError|ConnectionResetError) /,
  ],
]

const main = fileURLToPath(new URL('../../dist/cli/main.cjs', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'cloudsec-clients-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('exec --tls, with nothing installed', () => {
  it.for(clients)('has a client trust the fake, and see each fault as itself: %s', async (row, { skip }) => {
    const [command, isThere, ...said] = row
    skip(!isThere)
    for (const [name, text] of Object.entries({ 'driver.mjs': driver, ...files }))
      writeFileSync(join(folder, name), text)
    const line = [main, 'exec', '--tls', '--', process.execPath, 'driver.mjs', command]
    const { out } = await run(process.execPath, line, folder, { TMPDIR: folder })
    expect(out.trim().split('\n')).toEqual([/^200$/, ...said, /^200$/].map((form) => expect.stringMatching(form)))
    expect(readdirSync(folder).filter((name) => name.startsWith('cloudsec-fake-tls-'))).toEqual([])
  })
})
