import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { version } from '../../src/core/lib/version.ts'
import { cli } from '../support/command.ts'
import { type Consumer, createConsumer, run } from '../support/consumer.ts'
import { writeFixtures } from '../support/fixtures.ts'

let consumer: Consumer
beforeAll(async () => {
  consumer = await createConsumer(new URL('../runners/node-test/', import.meta.url))
})
afterAll(async () => await consumer.remove())

/** Writes files into a folder. @param files by path: a text, or a value as JSON */
async function fill(folder: string, files: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(join(folder, path, '..'), { recursive: true })
    await writeFile(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content))
  }
}

/** Makes a project beside the installed packages, and runs `init` in it. */
async function beginWith(name: string, files: Readonly<Record<string, unknown>>) {
  const folder = join(consumer.folder, name)
  await fill(folder, files)
  const program = (...args: readonly string[]) =>
    run(join(consumer.folder, 'node_modules/cloudsec-fake/dist/cli/main.cjs'), args, folder)
  return { folder, program, ran: await program('init') }
}

/** Makes a package, and runs `init` in it. @param dependency the test runner (none) */
async function begin(name: string, type: string, dependency?: string) {
  const devDependencies = dependency === undefined ? {} : { [dependency]: '*' }
  return await beginWith(name, { 'package.json': { private: true, type, devDependencies } })
}

const written = 'wrote  cloudsec-fake.config.json\nwrote  cloudsec-fake/scenarios/first-list-fails.json\n'

describe('cloudsec-fake init', () => {
  it.each([
    ['vitest', 'module', 'npx vitest run', 'test/cloudsec-fake.test.js'],
    ['vitest', 'commonjs', 'npx vitest run', 'test/cloudsec-fake.test.js'],
    [undefined, 'module', 'node --test', 'test/cloudsec-fake.test.mjs'],
    [undefined, 'commonjs', 'node --test', 'test/cloudsec-fake.test.mjs'],
    ['@playwright/test', 'commonjs', 'npx playwright test', 'tests/cloudsec-fake.spec.js'],
    ['@playwright/test', 'module', 'npx playwright test', 'tests/cloudsec-fake.spec.js'],
  ])('writes for %s, in a package of the type %s, what is sound and passes', async (runner, type, command, file) => {
    const name = `${type}-${(runner ?? 'none').replaceAll(/\W/g, '')}`
    const { folder, program, ran } = await begin(name, type, runner)
    expect(ran).toMatchObject({ code: 0, err: '' })
    expect(ran.out).toContain(`${written}wrote  ${file}\n\nNext:\n  ${command}\n\n  npx --no -- cloudsec-fake\n`)
    expect(await program('check')).toEqual({
      code: 0,
      out: 'checked cloudsec-fake.config.json, cloudsec-fake/scenarios: no problems\n',
      err: '',
    })
    const [tool = '', ...args] = command.replace('npx ', '').split(' ')
    const bin = tool === 'node' ? process.execPath : join(consumer.folder, 'node_modules/.bin', tool)
    const tests = await run(bin, args, folder)
    expect(tests.code, tests.out + tests.err).toBe(0)
    const test = join(folder, file)
    await writeFile(test, (await readFile(test, 'utf8')).replace('[503, 200]', '[200, 200]'))
    expect((await run(bin, args, folder)).code).toBe(1)
  })

  it.each([
    ['module', 'import { createTest } from', 'node --experimental-vm-modules node_modules/jest/bin/jest.js'],
    ['commonjs', 'const { createTest } = require(', 'npx jest'],
  ])('writes for jest in a package of the type %s', async (type, head, command) => {
    const { folder, ran } = await begin(`${type}-jest`, type, 'jest')
    expect(ran.out).toContain(`\nNext:\n  ${command}\n`)
    expect(await readFile(join(folder, 'test/cloudsec-fake.test.js'), 'utf8')).toContain(head)
  })

  const vitest = { devDependencies: { vitest: '*' } }
  const testOf = {
    vitest: 'test/cloudsec-fake.test.js',
    pytest: 'tests/test_cloudsec_fake.py',
    JUnit: 'src/test/java/CloudsecFakeTest.java',
    'node:test': 'test/cloudsec-fake.test.mjs',
  } as const
  const ownScript = { scripts: { test: 'node --test' } }
  it.each<[files: Record<string, unknown>, ...found: (readonly [file: string, runner: keyof typeof testOf])[]]>([
    [{ 'package.json': { devDependencies: { x: '*' } }, 'pyproject.toml': '' }, ['pyproject.toml', 'pytest']],
    [{ 'pytest.ini': '' }, ['pytest.ini', 'pytest']],
    [{ 'tests/conftest.py': '' }, ['tests/conftest.py', 'pytest']],
    [{ 'setup.cfg': '[tool:pytest]\n' }, ['setup.cfg', 'pytest']],
    [{ 'setup.cfg': '[flake8]\n' }, ['no other test runner', 'node:test']],
    [{ 'package.json': vitest, 'pyproject.toml': '' }, ['package.json', 'vitest'], ['pyproject.toml', 'pytest']],
    [{ 'package.json': ownScript, 'pytest.ini': '' }, ['package.json', 'node:test'], ['pytest.ini', 'pytest']],
    [{ 'pom.xml': '' }, ['pom.xml', 'JUnit']],
    [{ 'build.gradle': '' }, ['build.gradle', 'JUnit']],
    [{ 'build.gradle.kts': '', 'package.json': vitest }, ['package.json', 'vitest'], ['build.gradle.kts', 'JUnit']],
  ])('finds the runners of a project with %j, and writes a test for each', async (files, ...expected) => {
    const folder = await writeFixtures({})
    await fill(folder, files)
    const { code, out, err } = await cli('init', folder)
    const tests = expected.map(([, runner]) => testOf[runner])
    const found = expected.map(([file, runner]) => `found  ${file}: ${runner}\n`)
    const wrote = tests.map((file) => `wrote  ${file}\n`)
    expect([code, err]).toEqual([0, ''])
    expect(out.replaceAll(`${folder}/`, '').split('\nNext')[0]).toBe([...found, written, ...wrote].join(''))
    const names = await readdir(folder, { recursive: true })
    expect(names.filter((name) => /test\.m?js$|test_.*py$|Test\.java$/.test(name)).toSorted()).toEqual(tests.toSorted())
  })

  it('says how to install the kits, and how to run a test beside a fake', async () => {
    const scripts = { test: 'vitest run' }
    const { folder, program, ran } = await beginWith('steps', {
      'package.json': { ...vitest, scripts },
      'pyproject.toml': '',
      'pom.xml': '',
    })
    const kits = '../node_modules/cloudsec-fake/kits'
    expect(ran.out.split('\nNext:\n')[1]).toBe(`  npx vitest run

  python3 -m pip install ./${kits}/pytest
  python3 -m pytest ${testOf.pytest}
  # without pip: PYTHONPATH=${kits}/pytest python3 -m pytest -p cloudsec_fake.plugin ${testOf.pytest}

  mvn -f ${kits}/junit install -DskipTests
  # pom.xml: the dependency io.github.cloudsec-fake:cloudsec-fake-junit:${version}, with scope test
  mvn test -Dtest=CloudsecFakeTest
  # without Maven: ${kits}/junit/README.md

  npx --no -- cloudsec-fake

A test that wants CLOUDSEC_BASE_URL gets a fake around the whole run, also as a step of CI:
  - run: npx --no -- cloudsec-fake exec -- npm test
`)
    for (const scripts of [undefined, { build: 'x' }, { test: 'echo "Error: no test specified" && exit 1' }]) {
      await writeFile(join(folder, 'package.json'), JSON.stringify({ ...vitest, scripts }))
      expect((await program('init')).out).not.toContain('npm test')
    }
  })

  it('keeps what is there, a configuration of another form, too', async () => {
    const { folder, program, ran } = await begin('twice', 'module')
    expect(ran.code).toBe(0)
    const again = await program('init')
    expect([again.code, again.err]).toEqual([0, ''])
    expect(again.out.match(/^kept .*, which exists$/gm)).toHaveLength(3)
    await mkdir(join(folder, 'other'))
    await writeFile(join(folder, 'other/cloudsec-fake.config.mjs'), '')
    const { out } = await program('init', 'other')
    expect(out).toContain(`kept   ${join('other', 'cloudsec-fake.config.mjs')}, which exists\nwrote  `)
    expect(out).toContain('\nNext, in other:\n')
    expect(await readdir(join(folder, 'other'))).toEqual(['cloudsec-fake', 'cloudsec-fake.config.mjs', 'test'])
  })

  it('makes the folder, and says where it cannot write', async () => {
    const { folder, program } = await begin('made', 'module')
    expect((await program('init', 'a/b')).code).toBe(0)
    expect(await readdir(join(folder, 'a/b'))).toContain('cloudsec-fake.config.json')
    await writeFile(join(folder, 'file'), '')
    const { code, err } = await program('init', 'file')
    expect([code, err]).toEqual([
      2,
      expect.stringMatching(/^cloudsec-fake: file\S*: cannot be (?:read|written) \(E.+\)\n$/),
    ])
    await writeFile(join(folder, 'package.json'), '{')
    expect(await program('init')).toMatchObject({
      code: 2,
      err: expect.stringContaining('package.json: not valid JSON'),
    })
  })
})
