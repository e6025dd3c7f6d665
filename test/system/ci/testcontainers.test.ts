import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { afterAll, describe, expect, it } from 'vitest'

import manifest from '../../../package.json' with { type: 'json' }
import { page, root } from '../../docs/page.ts'
import { hasJava, hasPython } from '../support/programs.ts'
import { createMachine, type Machine } from './machine.ts'

const machines: Machine[] = []
afterAll(async () => await Promise.all(machines.map(async ({ remove }) => await remove())))

const standIn = fileURLToPath(new URL('stand-in', import.meta.url))

const programOf = (language: string): string =>
  page('docs/containers.md').blocks.find((block) => block.language === language)?.code ?? expect.fail(language)

/** Runs a program of the page as printed, with the stand-in for Testcontainers. @returns what it prints */
async function run(name: string, language: string, line: string): Promise<string> {
  const files = {
    [name]: programOf(language),
    'node_modules/testcontainers/package.json': '{ "exports": "./main.mjs" }',
  }
  const machine = await createMachine(files)
  machines.push(machine)
  await cp(join(standIn, 'testcontainers.mjs'), join(machine.project, 'node_modules/testcontainers/main.mjs'))
  const { out } = await machine.bash(['-c', line], machine.project, {
    PROGRAM: join(root, 'dist/cli/main.cjs'),
    PYTHONPATH: join(standIn, 'python'),
  })
  return out
}

describe('the programs for Testcontainers', () => {
  const printed = `cloudsec-fake:${manifest.version} 4747 4747\n200\n500\n`

  it.concurrent('run in Node', async () => {
    expect(await run('main.mjs', 'js', 'node main.mjs')).toBe(printed)
  })

  it.skipIf(!hasPython).concurrent('run in Python', async () => {
    expect(await run('main.py', 'python', 'python3 main.py')).toBe(printed)
  })

  it.skipIf(!hasJava).concurrent('run in Java', async () => {
    const compile = `javac -d classes $(find ${standIn}/java -name '*.java') Example.java`
    expect(await run('Example.java', 'java', `${compile} && java -cp classes Example`)).toBe(printed)
  })
})
