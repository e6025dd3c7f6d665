import { copyFile, cp, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { describe, expect, inject, it, onTestFinished } from 'vitest'

import manifest from '../../package.json' with { type: 'json' }
import { page } from '../docs/page.ts'
import type { Ran } from '../support/consumer.ts'
import { buildImage, type Image, nodeOfImage } from './support/image.ts'
import { has } from './support/programs.ts'

const [node, program] = ['/usr/local/bin/node', '/usr/local/bin/cloudsec-fake']

/** Without a network, port 4747 is the container's own. Podman would add a `/tmp` that is written to, and Docker would not. */
const confined = ['--network=none', '--read-only', '--read-only-tmpfs=false', '--cap-drop=all']

const token = '--env=CLOUDSEC_FAKE_CONTROL_TOKEN=local-token'

interface Container {
  readonly id: string
  /** Runs a program in it. */
  readonly exec: (...line: readonly string[]) => Promise<Ran>
  /** Runs a command of the fake in it. */
  readonly cli: (...line: readonly string[]) => Promise<Ran>
  /** The value of an expression in its Node, which may be awaited. */
  readonly evaluate: (expression: string) => Promise<unknown>
  /** Stops it as Docker does. @returns its exit code */
  readonly stop: () => Promise<string>
}

/** Starts the image with some flags, until the test is over. @returns the container once it serves */
async function start(image: Image, ...flags: readonly string[]): Promise<Container> {
  const { code, out, err } = await image.run('podman', 'run', '--detach', ...confined, token, ...flags, image.name)
  if (code !== 0) throw new Error(err)
  const id = out.trim()
  onTestFinished(async () => void (await image.run('podman', 'rm', '--force', '--time=0', id)))
  const exec: Container['exec'] = async (...line) => await image.run('podman', 'exec', id, ...line)
  const cli: Container['cli'] = async (...line) => await exec(node, program, ...line)
  const [, port = '4747'] = /_HTTP_PORT=(\d+)/.exec(flags.join(' ')) ?? []
  expect(await cli('wait', '--url', `http://127.0.0.1:${port}`)).toMatchObject({ code: 0 })
  return {
    id,
    exec,
    cli,
    evaluate: async (expression) => {
      const line = `import fs from 'node:fs'; console.log(JSON.stringify(await ${expression}))`
      const printed = await exec(node, '--input-type=module', '--eval', line)
      return JSON.parse(printed.out || JSON.stringify(printed.err))
    },
    stop: async () => {
      await image.run('podman', 'stop', id)
      return (await image.run('podman', 'inspect', '--format={{.State.ExitCode}}', id)).out.trim()
    },
  }
}

describe.skipIf(!has('buildah') || !has('podman'))('the image', () => {
  it('serves beyond the container, as nobody, with no file to write and no privilege', async () => {
    const image = await buildImage()
    const container = await start(image)
    expect(await image.run('podman', 'healthcheck', 'run', container.id)).toMatchObject({ code: 0 })
    const list = `fetch('http://127.0.0.2:4747/v1/cloud/resources', { headers: { Authorization: 'Bearer csf_full_access' } })`
    expect(await container.evaluate(`(await ${list}).status`)).toBe(200)
    expect(await container.evaluate('[process.version, process.getuid()]')).toEqual([`v${nodeOfImage}`, 65_532])
    const privileges = `fs.readFileSync('/proc/1/status', 'utf8').match(/(?<=CapBnd:\\t).*/)[0]`
    expect(await container.evaluate(privileges)).toBe('0000000000000000')
    expect(await container.stop()).toBe('0')
  })

  it('is healthy with https where its variables are those of the page', async () => {
    const printed = page('docs/containers.md').text.match(/`CLOUDSEC_[A-Z_]+=[^`]+`/g) ?? []
    const https = printed
      .filter((text) => /_TLS=|_HTTP_PORT=|_CONTROL_URL=/.test(text))
      .map((text) => text.slice(1, -1))
    expect(https).toHaveLength(3)
    const image = await buildImage()
    const { id, evaluate } = await start(image, ...https.map((variable) => `--env=${variable}`))
    expect(await image.run('podman', 'healthcheck', 'run', id)).toMatchObject({ code: 0 })
    const options = '{ agent: false, rejectUnauthorized: false }'
    const ready = `get('https://127.0.0.1:4747/_control/ready', ${options}, (answer) => done(answer.resume().statusCode))`
    expect(await evaluate(`new Promise((done) => import('node:https').then(({ get }) => ${ready}))`)).toBe(200)
  })

  it('is unhealthy where nothing answers at the address of its variables', async () => {
    const image = await buildImage()
    const { id } = await start(image, '--env=CLOUDSEC_CONTROL_URL=http://127.0.0.1:9')
    expect(await image.run('podman', 'healthcheck', 'run', id)).toMatchObject({ code: 1 })
  })

  it('has Node and the program, and no shell', async () => {
    const container = await start(await buildImage())
    expect(await container.exec('sh', '-c', 'true')).toMatchObject({ code: 127 })
    const programs = `[...fs.readdirSync('/usr'), ...fs.readdirSync('/usr/local/bin'), fs.existsSync('/bin')]`
    expect(await container.evaluate(programs)).toEqual(['local', 'cloudsec-fake', 'node', false])
  })

  it('has the packages that the program loads when it needs them', async () => {
    const container = await start(await buildImage())
    expect(await container.cli('record', 'create', 'resources')).toMatchObject({ code: 0 })
    const metrics = `fetch('http://localhost:4747/_control/metrics', { headers: { Authorization: 'Bearer local-token' } })`
    expect(await container.evaluate(`(await ${metrics}).status`)).toBe(200)
  })

  it('keeps its state in a volume', async () => {
    const image = await buildImage()
    const state = ['--volume=state:/state', '--env=CLOUDSEC_FAKE_STATE=/state/fake.json']
    const first = await start(image, ...state)
    expect(await first.cli('sandboxes', 'create', 'kept')).toMatchObject({ code: 0 })
    expect(await first.stop()).toBe('0')
    const second = await start(image, ...state)
    expect((await second.cli('sandboxes')).out).toContain('kept')
  })

  it('says what it is', async () => {
    const image = await buildImage()
    const { out } = await image.run('podman', 'image', 'inspect', '--format={{json .Labels}}', image.name)
    const label = (name: string): string => `org.opencontainers.image.${name}`
    expect(JSON.parse(out)).toMatchObject({
      [label('title')]: manifest.name,
      [label('licenses')]: manifest.license,
      [label('source')]: manifest.homepage.replace('#readme', ''),
      [label('version')]: manifest.version,
      [label('revision')]: '0123abc',
    })
  })

  it('is made of one package, and of none where there are two', async () => {
    const { build, context } = await buildImage()
    const two = join(inject('buildFolder'), 'two')
    await cp(context, two, { recursive: true })
    const packed = (await readdir(two)).find((name) => name.endsWith('.tgz')) ?? expect.fail('no package')
    await copyFile(join(two, packed), join(two, 'cloudsec-fake-0.1.0.tgz'))
    const { code, err } = await build(two, 'localhost/two')
    expect(code).not.toBe(0)
    expect(err).toContain('expected one cloudsec-fake-*.tgz beside the Dockerfile, got 2: /package/cloudsec-fake-0.1.0')
  })

  it('is at most 80 MB to load', async () => {
    const image = await buildImage()
    const folder = join(inject('buildFolder'), 'pushed')
    const pushed = await image.run('buildah', 'push', '--quiet', image.name, `oci:${folder}:image`)
    expect(pushed).toMatchObject({ code: 0 })
    const blobs = join(folder, 'blobs/sha256')
    const files = await Promise.all((await readdir(blobs)).map(async (name) => await stat(join(blobs, name))))
    const bytes = files.reduce((sum, { size }) => sum + size, 0)
    expect(bytes).toBeGreaterThan(20_000_000)
    expect(bytes).toBeLessThanOrEqual(80_000_000)
  })
})
