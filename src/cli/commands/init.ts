import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import type { Command } from 'commander'

import { InputError } from '../../lib/input-error.ts'
import { readJsonFile, readTextFile } from '../../lib/json-files.ts'
import { isJsonObject, type JsonObject } from '../../lib/merge-patch.ts'
import { inPackage } from '../../lib/package.ts'
import { configFilesIn } from '../config/config-file.ts'
import { type Io, oneLine } from '../io.ts'

/** A test to start with: its template, where it goes, and the command that runs it. */
interface Starter {
  readonly template: string
  readonly file: string
  readonly command: string
}

export function addInit(program: Command, io: Io): void {
  program
    .command('init')
    .description('write a configuration, a scenario and a test to start from')
    .argument('[folder]', 'the folder of the package', '.')
    .action((folder: string) => {
      const { template, file, command } = starterFor(readManifest(folder))
      const [other = 'cloudsec-fake.config.json'] = configFilesIn(folder)
      const templates = [
        ['cloudsec-fake.config.json', other],
        ['first-list-fails.json', 'cloudsec-fake/scenarios/first-list-fails.json'],
        [`tests/${template}.js`, file],
      ] as const
      for (const [from, to] of templates) io.out(`${write(join(folder, to), from)}\n`)
      io.out(endOf(folder, command))
    })
}

const endOf = (folder: string, command: string): string => `
Next${folder === '.' ? '' : `, in ${folder}`}:
  ${command}
  npx --no -- cloudsec-fake

A test that wants CLOUDSEC_BASE_URL gets a fake around the whole run, also as a step of CI:
  - run: npx --no -- cloudsec-fake exec -- npm test
`

function readManifest(folder: string): JsonObject {
  const file = join(folder, 'package.json')
  if (!existsSync(file)) return {}
  const { content } = readJsonFile(file)
  return isJsonObject(content) ? content : {}
}

function starterFor({ type, dependencies, devDependencies }: JsonObject): Starter {
  const has = (name: string): boolean =>
    [dependencies, devDependencies].some((names) => isJsonObject(names) && Object.hasOwn(names, name))
  const file = 'test/cloudsec-fake.test.js'
  if (has('vitest')) return { template: 'vitest', file, command: 'npx vitest run' }
  if (has('jest') && type === 'module') {
    const command = 'node --experimental-vm-modules node_modules/jest/bin/jest.js'
    return { template: 'jest-module', file, command }
  }
  if (has('jest')) return { template: 'jest-commonjs', file, command: 'npx jest' }
  if (has('@playwright/test')) {
    return { template: 'playwright', file: 'tests/cloudsec-fake.spec.js', command: 'npx playwright test' }
  }
  return { template: 'node-test', file: 'test/cloudsec-fake.test.mjs', command: 'node --test' }
}

/** Writes a template to a file, unless that exists. @returns what it did, in words */
function write(file: string, template: string): string {
  if (existsSync(file)) return `kept   ${file}, which exists`
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, readTextFile(inPackage(`templates/${template}`)), { flag: 'wx' })
  } catch (error) {
    throw new InputError(`cannot be written (${oneLine(error)})`, { field: file, cause: error })
  }
  return `wrote  ${file}`
}
