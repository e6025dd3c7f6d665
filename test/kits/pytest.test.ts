import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod/mini'

import { type Fake, type SandboxClient, startFake } from '../../src/index.ts'
import { enter, leave } from '../../src/runners/test-sandbox.ts'
import { builtPackage } from '../support/built.ts'
import { type Ran, run } from '../support/consumer.ts'
import { hasKitsForPytest, python } from './python.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const kit = join(root, 'kits/pytest')
const env = { PYTHONPATH: kit, PYTHONDONTWRITEBYTECODE: '1' }

let main: string
beforeAll(async () => {
  ;({ main } = await builtPackage())
})

const pytest = async (
  args: readonly string[],
  cwd: string,
  more: Readonly<Record<string, string>> = {},
): Promise<Ran> => await run(python, ['-m', 'pytest', '-p', 'no:cacheprovider', ...args], cwd, { ...env, ...more })

const plugin = ['-p', 'cloudsec_fake.plugin']

/** A folder with test files for pytest. */
async function folderOf(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'cloudsec-pytest-'))
  onTestFinished(async () => await rm(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text)
  return folder
}

/** The ids of requests to the sandbox default depend on what came there before. */
const withoutIds = (text: string): string => text.replaceAll(/\b\d-\d\b/g, 'N-N')

/** Does in a sandbox what the tests in Python do. */
async function asks(fake: Fake, sandbox: SandboxClient, paths: readonly string[]): Promise<void> {
  const headers = { Authorization: `Bearer ${sandbox.apiKey}` }
  const send = async (url: string): Promise<unknown> => await fetch(url, { headers }).catch(() => undefined)
  await sandbox.scenarios.on('outage-then-recovery')
  for (const path of paths) await send(sandbox.baseUrl + path)
  await sandbox.scenarios.on('connection-reset')
  await send(`${sandbox.baseUrl}/cloud/resources`)
  await send(`${fake.baseUrl}/cloud/resources?limit=3`)
}

const swept = z.object({
  findings: z.array(z.object({ id: z.string(), tests: z.array(z.object({ name: z.string() })) })),
})

describe.skipIf(!hasKitsForPytest)(
  'the kit for pytest (needs pytest and pytest-xdist of python3, 3.10 or later)',
  () => {
    it('passes its own tests', async () => {
      const command = `${process.execPath} '${main}' start`
      // The many runs take most of the time: `KITS=all` has them too.
      const some = process.env['KITS'] === 'all' ? [] : ['-k', 'not 500 and not (kill and -n) and not broken']
      const { code, out } = await pytest(['-q', '-n', '2', ...some, 'tests'], kit, { CLOUDSEC_KIT_COMMAND: command })
      expect(out).toMatch(/^\d+ passed(?:, \d+ deselected)? in /m)
      expect(code, out).toBe(0)
    })

    it('has types for mypy --strict', async ({ skip }) => {
      const { code, out, err } = await run('mypy', ['--strict', '--cache-dir=/dev/null', 'cloudsec_fake'], kit)
      skip(code === -1 && process.env['CLOUDSEC_SYSTEM'] !== 'required', 'mypy is not installed')
      expect(out + err).toMatch(/^Success: /)
    })

    it('says the same of a failure as the helpers in TypeScript', async () => {
      const fake = await startFake({ clock: 'frozen' })
      onTestFinished(async () => await fake.close())
      const send = `
def send(sandbox, base, path):
    import urllib.error, urllib.request
    headers = {"Authorization": f"Bearer {sandbox.api_key}"}
    try:
        urllib.request.urlopen(urllib.request.Request(base + path, headers=headers)).read()
    except (OSError, ValueError):
        pass
`
      const paths = [
        '/cloud/resources?limit=7',
        '/cloud/resource',
        '/data/analysis/jobs?q=%0A%C3%A4',
        '/cloud/resources',
      ]
      const folder = await folderOf({
        'test_texts.py': `${send}
import pytest

def asks(sandbox, fake):
    sandbox.scenarios.on("outage-then-recovery")
    for path in ${JSON.stringify(paths)}:
        send(sandbox, sandbox.base_url, path)
    sandbox.scenarios.on("connection-reset")
    send(sandbox, sandbox.base_url, "/cloud/resources")
    send(sandbox, f"{fake.origin}/v1", "/cloud/resources?limit=3")

def test_fails(cloudsec, cloudsec_fake):
    asks(cloudsec, cloudsec_fake)
    pytest.fail("as it should", pytrace=False)

@pytest.mark.cloudsec(strict=True, conduct="fail")
def test_misbehaves(cloudsec, cloudsec_fake):
    asks(cloudsec, cloudsec_fake)
    cloudsec.scenarios.on("commits-then-fails")

def test_asks_nothing(cloudsec):
    pytest.fail("as it should", pytrace=False)
`,
      })
      const { out } = await pytest([...plugin, '-q'], folder, { CLOUDSEC_CONTROL_URL: fake.controlUrl })
      const shown = withoutIds(out).replaceAll(/^-+ cloudsec-fake -+$/gm, '')
      for (const title of ['test_fails', 'test_misbehaves', 'test_asks_nothing']) {
        const checks = title === 'test_misbehaves'
        const test = await enter(fake, title, ['typescript'], checks ? { strict: true, conduct: 'fail' } : {})
        if (title !== 'test_asks_nothing') await asks(fake, test.client, paths)
        if (checks) await test.client.scenarios.on('commits-then-fails')
        const report = await leave(test, !checks)
        const [named = ''] = new RegExp(`${title.replaceAll('_', '-')}-[0-9a-f]{8}`).exec(out) ?? []
        const said = checks ? report?.failure?.message : `\n${report?.text}`
        expect(said).toContain(`cloudsec-fake requests (sandbox ${test.client.name})`)
        expect(shown).toContain(withoutIds(said ?? '').replaceAll(test.client.name, named))
      }
    })

    it('is installed by its entry point, and used as its page says', async () => {
      const folder = await folderOf({
        'test_client.py': 'def test_one(cloudsec):\n    assert cloudsec.summary()["name"] == cloudsec.name\n',
      })
      const site = join(folder, 'site')
      await cp(join(kit, 'cloudsec_fake'), join(site, 'cloudsec_fake'), { recursive: true })
      const info = join(site, 'pytest_cloudsec_fake-0.2.0.dist-info')
      await cp(join(kit, 'pyproject.toml'), join(info, 'pyproject.toml'))
      await writeFile(join(info, 'METADATA'), 'Metadata-Version: 2.1\nName: pytest-cloudsec-fake\nVersion: 0.2.0\n')
      const project = z.parse(
        z.string(),
        /\[project\.entry-points\.pytest11\]\n(.*\n)/.exec(await readFile(join(kit, 'pyproject.toml'), 'utf8'))?.[1],
      )
      await writeFile(join(info, 'entry_points.txt'), `[pytest11]\n${project.replaceAll('"', '')}`)
      const command = `--cloudsec-command=${process.execPath} ${main} start`
      const { code, out } = await pytest(['-q', '-n', '2', command], folder, { PYTHONPATH: site })
      expect(out).toContain('1 passed')
      expect(code).toBe(0)
    })

    it('runs what init writes, as init says', async () => {
      const folder = await folderOf({ 'pyproject.toml': '[tool.pytest.ini_options]\n' })
      const bin = join(folder, 'node_modules/.bin')
      await mkdir(bin, { recursive: true })
      await writeFile(join(bin, 'cloudsec-fake'), `#!/bin/sh\nexec '${process.execPath}' '${main}' "$@"\n`, {
        mode: 0o755,
      })
      const begun = await run(process.execPath, [main, 'init'], folder)
      const line = z.parse(z.string(), /# without pip: (.*)\n/.exec(begun.out)?.[1]).replace('python3', python)
      const { code, out } = await run('sh', ['-c', line], folder)
      expect([code, out]).toEqual([0, expect.stringMatching(/test_cloudsec_fake\.py \..*\n[^]*1 passed/)])
    })

    it('lets sweep find the faults of a client', async () => {
      const flags = ['--format', 'json', '--only', 'timestampPrecision', 'pageLinkFilters', 'list-changes-while-paging']
      const words = [
        python,
        '-m',
        'pytest',
        '-p',
        'no:cacheprovider',
        ...plugin,
        'pytest',
        '--junitxml={dir}/junit.xml',
      ]
      const line = [main, 'sweep', ...flags, '--report', '{dir}/junit.xml', '--', ...words]
      const { out, err } = await run(process.execPath, line, fileURLToPath(new URL('.', import.meta.url)), env)
      const found = swept
        .parse(JSON.parse(out || err))
        .findings.map(({ id, tests }) => [id, tests.map(({ name }) => name)])
      expect(Object.fromEntries(found)).toEqual({
        'timestampPrecision=milliseconds': ['pytest.test_planted > test_reads_the_time_of_a_resource'],
        'pageLinkFilters=dropped': ['pytest.test_planted > test_lists_one_type'],
        'list-changes-while-paging@listResources': ['pytest.test_planted > test_lists_all_resources'],
      })
    })
  },
)
