import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, describe, expect, it } from 'vitest'

import { run } from '../support/consumer.ts'
import { main } from './support/listening.ts'
import { hasCurl, hasPython } from './support/programs.ts'

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

const clients: readonly (readonly [command: string, isThere: boolean])[] = [
  [
    `curl -sS -o answer.json -w '%{http_code}\\n' "$CLOUDSEC_BASE_URL/cloud/resources" -H "Authorization: Bearer $CLOUDSEC_API_KEY"`,
    hasCurl,
  ],
  ['node client.mjs', true],
  ['python3 client.py', hasPython],
]

const folder = mkdtempSync(join(tmpdir(), 'cloudsec-clients-'))
afterAll(() => rmSync(folder, { recursive: true }))

describe('exec --tls, with nothing installed', () => {
  it.for(clients)('has a client trust the fake: %s', async ([command, isThere], { skip }) => {
    skip(!isThere)
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    const line = [main, 'exec', '--tls', '--', 'sh', '-c', command]
    const { out } = await run(process.execPath, line, folder, { TMPDIR: folder })
    expect(out.trim()).toBe('200')
    expect(readdirSync(folder).filter((name) => name.startsWith('cloudsec-fake-tls-'))).toEqual([])
  })
})
