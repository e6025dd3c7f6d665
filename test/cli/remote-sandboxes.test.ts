import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { describe, expect, it } from 'vitest'

import { createFake } from '../../src/index.ts'
import { cli, done, failed, usage } from '../support/command.ts'
import { writeFixtures } from '../support/fixtures.ts'
import { freeOrigin, serveListener } from '../support/other-server.ts'
import { serve } from '../support/remote.ts'

describe('cloudsec-fake env', () => {
  it('prints what a client needs', async () => {
    const { fake, on } = await serve()
    const { baseUrl, controlUrl } = fake
    expect(await on('env')).toEqual(
      done(
        `export CLOUDSEC_BASE_URL=${baseUrl}\nexport CLOUDSEC_API_KEY=csf_full_access\nexport CLOUDSEC_CONTROL_URL=${controlUrl}\n`,
      ),
    )
    const sandbox = fake.sandbox('box')
    expect(JSON.parse((await on('env', '--format', 'json', '--sandbox', 'box')).out)).toEqual({
      CLOUDSEC_BASE_URL: sandbox.baseUrl,
      CLOUDSEC_API_KEY: 'csf_full_access',
      CLOUDSEC_CONTROL_URL: sandbox.controlUrl,
    })
  })

  it.each(['a$HOME`b"c\'d\\e', "it's-$HOME", 'back\\slash#`$(id)`'])('quotes %s', async (secret) => {
    const permissions = (await (await createFake()).keys.list())[0]?.permissions
    const folder = await writeFixtures({ 'keys.json': [{ id: 'k', name: 'K', permissions, secret }] })
    const { fake, on } = await serve({ fixtures: folder })
    expect(fake.apiKey).toBe(secret)
    const script = 'eval "$1"; printf %s "$CLOUDSEC_API_KEY"'
    const { stdout } = await promisify(execFile)('bash', ['-c', script, 'bash', (await on('env')).out])
    expect(stdout).toBe(secret)
  })

  it('says so if the fake has no key to show', async () => {
    const { fake, on } = await serve({ fixtures: await writeFixtures({ 'keys.json': '[]' }) })
    expect(await on('env')).toEqual({
      code: 0,
      out: `export CLOUDSEC_BASE_URL=${fake.baseUrl}\nexport CLOUDSEC_CONTROL_URL=${fake.controlUrl}\n`,
      err: 'no CLOUDSEC_API_KEY: the fake shows no full-access key: its keys are hashes, or the token is read-only\n',
    })
  })
})

describe('cloudsec-fake wait', () => {
  it('ends with 0 if a fake is ready, with any token', async () => {
    const { origin, on } = await serve({ controlToken: 'let-me-in' })
    expect(await on('wait')).toEqual(done(`ready: ${origin}\n`))
    // One try, which a busy machine may not answer in its tenth of a second.
    const once = async () => await cli('wait', '--url', `${origin}/@box/v1`, '--timeout', '0s')
    await expect.poll(once).toEqual(done(`ready: ${origin}/@box\n`))
  })

  it('waits for what does not listen yet', async () => {
    const origin = await freeOrigin()
    const waiting = cli('wait', '--url', origin)
    const { fake } = await serve({ port: Number(new URL(origin).port) })
    expect(await waiting).toEqual(done(`ready: ${origin}\n`))
    expect(new URL(fake.baseUrl).origin).toBe(origin)
  })

  it('waits for one that is not ready, and leaves a try that hangs', async () => {
    const asked: string[] = []
    const origin = await serveListener((request, response) => {
      asked.push(request.url ?? '')
      if (asked.length === 1) return
      response.writeHead(asked.length === 2 ? 503 : 200).end('{}')
    })
    expect(await cli('wait', '--url', `${origin}/v1`)).toEqual(done(`ready: ${origin}\n`))
    expect(asked).toEqual(['/_control/ready', '/_control/ready', '/_control/ready'])
  })

  it('asks in the sandbox of its flag, else in that of the address', async () => {
    const asked: string[] = []
    const origin = await serveListener((request, response) => {
      asked.push(request.url ?? '')
      response.end('{}')
    })
    expect(await cli('wait', '--url', `${origin}/@one/v1`, '--sandbox', 'two')).toEqual(done(`ready: ${origin}/@two\n`))
    expect(await cli('wait', `${origin}/@one/v1`)).toEqual(done(`ready: ${origin}/@one\n`))
    expect(await cli('wait', '--url', origin, '--sandbox', 'default')).toEqual(done(`ready: ${origin}\n`))
    expect(asked).toEqual(['/@two/_control/ready', '/@one/_control/ready', '/_control/ready'])
    expect(await cli('wait', '--url', origin, '--sandbox', 'No')).toEqual(
      usage('--sandbox: expected 1 to 63 lower-case letters, digits and hyphens, not a hyphen first, got "No"'),
    )
  })

  it('makes no sandbox by asking in it', async () => {
    const { fake, origin, on } = await serve()
    expect(await on('wait', '--sandbox', 'box')).toEqual(done(`ready: ${origin}/@box\n`))
    expect((await fake.sandboxes.list()).map(({ name }) => name)).toEqual(['default'])
  })

  it('ends with 1 at the timeout, and says what it waited for', async () => {
    const nothing = await freeOrigin()
    const hanging = await serveListener(() => {})
    const busy = await serveListener((_request, response) => response.writeHead(503).end('{}'))
    const start = performance.now()
    for (const [origin, reason] of [
      [nothing, `nothing answers there (connect ECONNREFUSED ${new URL(nothing).host})`],
      [hanging, 'it does not answer'],
      [busy, 'it answered with status 503'],
    ] as const) {
      const refused = failed(`no fake was ready at ${origin}/_control/ready within 150ms: ${reason}`)
      expect(await cli('wait', '--url', origin, '--timeout', '150ms')).toEqual(refused)
    }
    // Far below the time that it waits without the flag.
    expect(performance.now() - start).toBeLessThan(30_000)
  })
})

describe('cloudsec-fake sandboxes', () => {
  it('lists, makes and deletes sandboxes', async () => {
    const { fake, origin, on } = await serve()
    expect((await on('sandboxes', 'create', 'checkout')).out).toContain(`${origin}/@checkout/v1`)
    const drawn: unknown = JSON.parse((await on('sandboxes', 'create', '--format', 'json')).out)
    const controlUrl = `${origin}/@sandbox-1/_control`
    expect(drawn).toMatchObject({ name: 'sandbox-1', baseUrl: `${origin}/@sandbox-1/v1`, controlUrl })
    await fake.sandbox('checkout').scenarios.on('flaky', 'slow')
    const { out } = await on('sandboxes')
    expect(out.replaceAll(/ {2,}\S+Z/g, ' WHEN').split('\n')).toEqual([
      expect.stringMatching(/^NAME +LAST USED AT +BASE URL +SCENARIOS$/),
      expect.stringMatching(/^default WHEN +http:\S+\/v1 +-$/),
      expect.stringMatching(/^checkout WHEN +http:\S+\/@checkout\/v1 +flaky, slow$/),
      expect.stringMatching(/^sandbox-1 WHEN +http:\S+\/@sandbox-1\/v1 +-$/),
      '',
    ])
    expect(JSON.parse((await on('sandboxes', 'list', '--format', 'json')).out)).toEqual({
      items: (await fake.sandboxes.list()).map((item) => ({ ...item, lastUsedAt: expect.any(String) })),
    })
    expect(await on('sandboxes', 'delete', 'checkout')).toEqual(done(''))
    expect((await fake.sandboxes.list()).map(({ name }) => name)).toEqual(['default', 'sandbox-1'])
  })
})

describe('cloudsec-fake snapshot', () => {
  it('saves a sandbox to a file, and loads it into another fake', async () => {
    const [one, two] = [await serve(), await serve()]
    const file = join(await writeFixtures({}), 'one.json')
    await one.fake.sandbox('one').jobs.create({ name: 'kept' })
    await one.fake.sandbox('one').scenarios.on('flaky')
    const saved = await one.fake.sandbox('one').snapshot.save()
    expect(await one.on('snapshot', 'save', file, '--sandbox', 'one')).toEqual(done(`saved: one to ${file}\n`))
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(saved)
    expect(await two.on('snapshot', 'load', file, '--sandbox', 'box')).toMatchObject({ code: 0, err: '' })
    expect(await two.fake.sandbox('box').snapshot.save()).toEqual(saved)

    const { out } = await one.on('snapshot', 'save', file, '--format', 'json')
    expect(JSON.parse(out)).toEqual({ sandbox: 'default', file, bytes: readFileSync(file).length })
    const loaded = await two.on('snapshot', 'load', file, '--format', 'json')
    expect(JSON.parse(loaded.out)).toEqual(await two.fake.summary())
  })

  it('says what cannot be used, and of which file', async () => {
    const [one, two] = [await serve(), await serve({ seed: 2 })]
    const file = join(await writeFixtures({}), 'one.json')
    await one.on('snapshot', 'save', file)
    expect(await two.on('snapshot', 'load', file)).toEqual(
      usage(`${file}: seed: expected 2, the seed of this fake, got 1`),
    )
    writeFileSync(file, 'none')
    expect((await two.on('snapshot', 'load', file)).err).toContain(`${file}: not valid JSON`)
    const missing = join(file, '..', 'none', 'one.json')
    expect(await two.on('snapshot', 'load', missing)).toMatchObject({ code: 2, err: expect.stringContaining(missing) })
    expect(await two.on('snapshot', 'save', missing)).toMatchObject({
      code: 2,
      err: expect.stringContaining(`${missing}: ${JSON.stringify(missing)} cannot be written`),
    })
  })
})
