import { createPrivateKey } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { createAuthority, type Issued } from '../../../src/core/server/tls/authority.ts'
import { startFake } from '../../../src/index.ts'
import { command } from '../../support/command.ts'
import { codeOfHandshake, startSecure } from '../../support/tls.ts'

let folder: string
let authority: string

/** The files of the table, by their names. */
const files: Record<string, string> = {}

function put(name: string, text: string): void {
  files[name] = join(folder, name)
  writeFileSync(files[name] ?? '', text)
}

function putIssued(name: string, { cert, key }: Issued): void {
  put(`${name}.pem`, cert)
  put(`${name}.key`, key)
}

const damaged = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cloudsec-certificates-'))
  const { ca, issue } = createAuthority('Ours')
  authority = ca
  putIssued('right', issue(['localhost', '127.0.0.1']))
  putIssued('elsewhere', issue(['api.example.com']))
  put('chain.pem', `${readFileSync(files['right.pem'] ?? '', 'utf8')}${damaged}`)
  put('text.pem', 'no certificate')
  put('cut.pem', readFileSync(files['right.pem'] ?? '', 'utf8').slice(0, 300))
  const locked = { type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'secret' } as const
  put('locked.key', String(createPrivateKey(readFileSync(files['right.key'] ?? '')).export(locked)))
})

afterAll(() => rm(folder, { recursive: true }))

describe('a certificate of your own', () => {
  it('is the one that clients see, and tls says no authority', async () => {
    const fake = await startSecure({ tls: false, tlsCert: files['right.pem'], tlsKey: files['right.key'] })
    expect(await codeOfHandshake(fake, authority)).toBe('none')
    expect(await fake.tls.show()).toMatchObject({ ca: null, names: ['localhost', '127.0.0.1'] })
  })

  it.each<[cert: string, key: string, flag: string, reason: RegExp]>([
    ['missing.pem', 'right.key', '--tls-cert', /missing\.pem: cannot be read \(ENOENT/],
    ['right.pem', 'missing.key', '--tls-key', /missing\.key: cannot be read \(ENOENT/],
    ['.', 'right.key', '--tls-cert', /cannot be read \(expected a file, got a folder\)/],
    ['text.pem', 'right.key', '--tls-cert', /text\.pem: expected a certificate in PEM.* \(.+\)/],
    ['cut.pem', 'right.key', '--tls-cert', /cut\.pem: expected a certificate in PEM/],
    ['right.key', 'right.key', '--tls-cert', /right\.key: expected a certificate in PEM/],
    ['chain.pem', 'right.key', '--tls-cert', /chain\.pem: expected a certificate in PEM, followed by its .* \(.+\)/],
    ['right.pem', 'right.pem', '--tls-key', /right\.pem: expected the private key of .*right\.pem in PEM/],
    ['right.pem', 'elsewhere.key', '--tls-key', /elsewhere\.key: .* \(.*key values mismatch\)/],
    ['right.pem', 'locked.key', '--tls-key', /locked\.key: expected the private key of .*, without a passphrase/],
  ])('%s with %s is refused by its flag', async (cert, key, flag, reason) => {
    const [tlsCert, tlsKey] = [join(folder, cert), join(folder, key)]
    const { code, out, err } = await command(['start', '--port', '0', '--tls-cert', tlsCert, '--tls-key', tlsKey])
    expect([code, out, err.trim().split('\n').length]).toEqual([2, '', 1])
    expect(err.slice(0, 'cloudsec-fake: '.length + flag.length + 1)).toBe(`cloudsec-fake: ${flag}:`)
    expect(err).toMatch(reason)
    expect(err).not.toContain('PRIVATE KEY-----\nM')
    const option = flag === '--tls-cert' ? 'tlsCert: ' : 'tlsKey: '
    await expect(startFake({ tlsCert, tlsKey })).rejects.toThrow(option)
  })
})
