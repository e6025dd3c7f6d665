import { X509Certificate } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { rootCertificates } from 'node:tls'

import { afterEach, describe, expect, it, vi } from 'vitest'

import { createAuthority } from '../../src/core/server/tls/authority.ts'
import { cli, command, failed, usage, withEnv } from '../support/command.ts'
import { writeFixtures } from '../support/fixtures.ts'
import { freeOrigin } from '../support/other-server.ts'
import { serve } from '../support/remote.ts'
import { authorityOf, startSecure } from '../support/tls.ts'

afterEach(() => void vi.unstubAllEnvs())

const trustVariables = ['SSL_CERT_FILE', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE', 'NODE_EXTRA_CA_CERTS']

const tls = (url: string, ...words: readonly string[]) => cli('tls', ...words, '--url', url)

describe('start --tls', () => {
  it('says where its API, its control plane and its authority are', async () => {
    const { code, out, err } = await command(['start', '--tls', '--port', '0', '--log-level', 'warn'], async () => {})
    const [, control = ''] = /Control +(\S+)\/_control/.exec(out) ?? []
    expect([code, err]).toEqual([0, ''])
    expect(out).toMatch(/Base URL {3}https:\/\/127\.0\.0\.1:\d+\/v1\n/)
    expect(control).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(out).toContain(
      `Dashboard  ${control}/\n  Authority  npx --no -- cloudsec-fake tls ca --url ${control} > ca.pem\n`,
    )
    expect(out).toMatch(/Sandboxes {2}https:.*\n\n {2}curl --cacert ca\.pem -H .* 'https:/)
    const guarded = ['start', '--tls', '--port', '0', '--control-token', 'secret-token']
    expect((await command(guarded)).out).toMatch(/ tls ca --url http:\S+ --control-token TOKEN > ca\.pem\n/)
  })

  it.each([
    [['wait', '--timeout', '1100ms'], /within 1100ms: nothing answers there \(.*certificate.*\)\n$/],
    [['tls', 'show'], /nothing answers at https:.* \(.*certificate.*\); .*--tls/],
  ])('is found by %j with https only by its authority', async (words, message) => {
    const { baseUrl } = await startSecure()
    const { code, err } = await cli(...words, '--url', baseUrl)
    expect([code, err]).toEqual([1, expect.stringMatching(message)])
  })

  it('prints the URL of https, and listens on a second port that is named', async () => {
    const { port } = new URL(await freeOrigin())
    const words = ['start', '--tls', '--port', '0', '--http-port', port, '--print-url', '--log-level', 'warn']
    const { out } = await command(words, async () => {
      expect((await fetch(`http://127.0.0.1:${port}/_control/ready`)).status).toBe(200)
    })
    expect(out).toMatch(/^https:\/\/127\.0\.0\.1:\d+\/v1\n$/)
  })

  it('names the flag of the port that is taken', async () => {
    const { port } = new URL((await startSecure()).controlUrl)
    const taken = 'another program listens there; choose another --http-port, or 0 for a free port'
    expect(await cli('start', '--tls', '--port', '0', '--http-port', port)).toEqual(
      failed(`cannot listen on 127.0.0.1 port ${port}: ${taken}`),
    )
  })
})

/** Has exec run a program of Node. @param words flags of exec */
const exec = (script: string, ...words: readonly string[]) =>
  cli('exec', '--log-level', 'warn', ...words, '--', process.execPath, '-e', script)

describe('exec --tls', () => {
  it('takes the second port of its flag, and no other; the flag needs https', async () => {
    const { port } = new URL(await freeOrigin())
    /** Ends with 3 where the control plane is at a port, which a variable names. */
    const execAt = (...words: readonly string[]) =>
      withEnv({ CLOUDSEC_FAKE_HTTP_PORT: port }, () =>
        exec(`process.exit(process.env.CLOUDSEC_CONTROL_URL.includes(':${port}/') ? 3 : 4)`, ...words),
      )
    expect(await execAt('--tls')).toEqual({ code: 4, out: '', err: '' })
    expect(await execAt('--tls', '--http-port', port)).toEqual({ code: 3, out: '', err: '' })
    expect(await execAt()).toEqual({ code: 4, out: '', err: '' })
    expect(await execAt('--http-port', '4999')).toEqual(
      usage('--http-port: needs tls or tlsCert; without https, port serves plain HTTP'),
    )
    expect((await cli('exec', '--help')).out).toMatch(
      /--http-port <port> +port of plain HTTP [^(]*\(default: a free port\)\n/,
    )
  })
})

describe('the variables of a fake that serves https', () => {
  it('are printed by env, with the control URL of plain HTTP', async () => {
    const fake = await startSecure()
    const { out } = await cli('env', '--url', fake.controlUrl, '--sandbox', 'one')
    expect(out).toContain(`CLOUDSEC_BASE_URL=${fake.sandbox('one').baseUrl}\n`)
    expect(out).toContain(`CLOUDSEC_CONTROL_URL=${fake.sandbox('one').controlUrl}\n`)
  })

  it('of exec name files that are found from any folder', async () => {
    const folder = await writeFixtures({})
    const isFound = "process.exit(require('node:path').isAbsolute(process.env.SSL_CERT_FILE) ? 3 : 4)"
    vi.stubEnv('TMPDIR', relative(process.cwd(), folder))
    expect(await exec(isFound, '--tls')).toEqual({ code: 3, out: '', err: '' })
  })

  it('of exec are refused in one line where their files cannot be written', async () => {
    vi.stubEnv('TMPDIR', join(tmpdir(), 'cloudsec-trust-missing'))
    const { code, err } = await exec('', '--tls')
    expect(code).toBe(1)
    expect(err).toMatch(
      /^cloudsec-fake: cannot write the certificates for clients: ENOENT: .*; set TMPDIR to another folder\n$/,
    )
  })

  it.each([
    ['SSL_CERT_FILE', 'missing.pem', 'ENOENT'],
    ['REQUESTS_CA_BUNDLE', '.', 'expected a file, got a folder'],
    ['NODE_EXTRA_CA_CERTS', 'missing.pem', 'ENOENT'],
  ])('of exec are refused where %s names %s', async (name, file, reason) => {
    const path = join(tmpdir(), file)
    vi.stubEnv(name, path)
    const { code, err } = await exec('', '--tls')
    expect([code, err.split('\n').length]).toEqual([2, 2])
    expect(err).toContain(`cloudsec-fake: ${name}: ${path}: cannot be read (${reason}`)
  })

  it('of exec add its authority to those that are trusted without it, and end with it', async () => {
    const folder = await writeFixtures({
      'ours.pem': createAuthority('Ours').ca,
      'theirs.pem': createAuthority('Theirs').ca,
    })
    const script = `
      const { readFileSync, statSync, writeFileSync } = require('node:fs')
      const { env } = process
      const read = (name) => readFileSync(name, 'utf8')
      const folder = require('node:path').dirname(env.SSL_CERT_FILE)
      const files = Object.fromEntries(${JSON.stringify(trustVariables)}.map((name) => [name, read(env[name])]))
      const { CLOUDSEC_BASE_URL: base, CLOUDSEC_CONTROL_URL: control } = env
      const said = { folder, mode: statSync(folder).mode & 0o777, files, base, control }
      writeFileSync('${join(folder, 'said.json')}', JSON.stringify(said))
    `
    const given = {
      SSL_CERT_FILE: join(folder, 'ours.pem'),
      CURL_CA_BUNDLE: join(folder, 'ours.pem'),
      REQUESTS_CA_BUNDLE: '',
      NODE_EXTRA_CA_CERTS: join(folder, 'theirs.pem'),
    }
    for (const [name, value] of Object.entries(given)) vi.stubEnv(name, value)
    expect(await exec(script, '--tls')).toEqual({ code: 0, out: '', err: '' })
    const said = JSON.parse(readFileSync(join(folder, 'said.json'), 'utf8'))
    expect(said).toMatchObject({
      mode: 0o700,
      base: expect.stringMatching(/^https:/),
      control: expect.stringMatching(/^http:/),
    })
    const namesIn = (text: string) =>
      (text.match(/-+BEGIN[^-]+-+[^-]+-+END[^-]+-+/g) ?? []).map((one) => new X509Certificate(one).subject)
    const bundle = ['CN=Ours', 'CN=Theirs', 'CN=cloudsec-fake, for one run']
    const bundled = namesIn(said.files.SSL_CERT_FILE).map((name) => name.replaceAll('\\', ''))
    // The public ones stay, for clients that call others too.
    expect([bundled.length, bundled.slice(-3)]).toEqual([rootCertificates.length + 3, bundle])
    for (const name of trustVariables) expect(said.files[name]).toBe(said.files.SSL_CERT_FILE)
    expect(existsSync(said.folder)).toBe(false)
  })
})

describe('tls', () => {
  it('shows the address, the names and the authority', async () => {
    const fake = await startSecure()
    const { out } = await tls(fake.controlUrl)
    const { origin } = new URL(fake.baseUrl)
    expect(out.split('\n').slice(0, 5)).toEqual([
      `origin  ${origin}`,
      'names   localhost, 127.0.0.1, ::1',
      '',
      'ca',
      '-----BEGIN CERTIFICATE-----',
    ])
    expect(JSON.parse((await tls(fake.controlUrl, 'show', '--format', 'json')).out)).toEqual(await fake.tls.show())
    // For a file.
    expect((await tls(fake.controlUrl, 'ca')).out).toBe(await authorityOf(fake))
  })

  it('says of a fake without https what it lacks', async () => {
    const { on } = await serve()
    expect(await on('tls', 'ca')).toEqual(
      failed('tls: this fake serves no https; start one with --tls, or by startFake({ tls: true })'),
    )
  })
})
