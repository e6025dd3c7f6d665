import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { type Consumer, createConsumer, run } from './support/consumer.ts'

let consumer: Consumer
beforeAll(async () => {
  consumer = await createConsumer(new URL('runners/node-test/', import.meta.url))
})
afterAll(async () => await consumer.remove())

/** Makes a package beside the installed packages, and runs `init` in it. @param dependency the test runner (none) */
async function begin(name: string, type: string, dependency?: string) {
  const folder = join(consumer.folder, name)
  await mkdir(folder)
  const devDependencies = dependency === undefined ? {} : { [dependency]: '*' }
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type, devDependencies }))
  const program = (...args: readonly string[]) =>
    run(join(consumer.folder, 'node_modules/cloudsec-fake/dist/cli/main.cjs'), args, folder)
  return { folder, program, ran: await program('init') }
}

const written = (test: string): string =>
  ['cloudsec-fake.config.json', 'cloudsec-fake/scenarios/first-list-fails.json', test]
    .map((file) => `wrote  ${file}\n`)
    .join('')

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
    expect(ran.out).toContain(`${written(file)}\nNext:\n  ${command}\n  npx --no -- cloudsec-fake\n`)
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

  it('keeps what is there, a configuration of another form, too', async () => {
    const { folder, program, ran } = await begin('twice', 'module')
    expect(ran.code).toBe(0)
    const again = await program('init')
    expect([again.code, again.err]).toEqual([0, ''])
    expect(again.out.match(/^kept .*, which exists$/gm)).toHaveLength(3)
    await mkdir(join(folder, 'other'))
    await writeFile(join(folder, 'other/cloudsec-fake.config.yaml'), 'port: 0')
    const { out } = await program('init', 'other')
    expect(out).toContain(`kept   ${join('other', 'cloudsec-fake.config.yaml')}, which exists\nwrote  `)
    expect(out).toContain('\nNext, in other:\n')
    expect(await readdir(join(folder, 'other'))).toEqual(['cloudsec-fake', 'cloudsec-fake.config.yaml', 'test'])
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
