import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, extname, join, relative } from 'node:path'

import type { Command } from 'commander'
import * as z from 'zod/mini'

import { InputError } from '../../core/lib/input-error.ts'
import { readJsonFile, readOwnJsonFile, readTextFile } from '../../core/lib/json-files.ts'
import { inPackage } from '../../core/lib/package.ts'
import { version } from '../../core/lib/version.ts'
import { configFilesIn } from '../config/config-file.ts'
import { type Io, oneLine } from '../io.ts'

const startersForm = z.array(
  z.strictObject({
    runner: z.string(),
    /** Files that show that a project uses the runner, each with texts that it contains. */
    asks: z.array(z.string()),
    template: z.string(),
    file: z.string(),
    lines: z.array(z.string()),
  }),
)

export function addInit(program: Command, io: Io): void {
  program
    .command('init')
    .description('write a configuration, a scenario and tests to start from')
    .argument('[folder]', 'the folder of the package', '.')
    .action((folder: string) => {
      const starters = findStarters(folder)
      const [other = 'cloudsec-fake.config.json'] = configFilesIn(folder)
      const templates = [
        ['cloudsec-fake.config.json', other],
        ['first-list-fails.json', 'cloudsec-fake/scenarios/first-list-fails.json'],
        ...starters.map(({ template, file }) => [`tests/${template}`, file] as const),
      ] as const
      for (const { found, runner } of starters) io.out(`found  ${found}: ${runner}\n`)
      for (const [from, to] of templates) io.out(`${write(join(folder, to), from)}\n`)
      const values = { kits: relative(folder, inPackage('kits')), version }
      const steps = starters.map(({ found, lines }) => lines.map((line) => fill(line, { ...values, found })))
      const parts = [...steps, ['npx --no -- cloudsec-fake']].map((lines) => `  ${lines.join('\n  ')}\n`)
      io.out(`\nNext${folder === '.' ? '' : `, in ${folder}`}:\n${parts.join('\n')}`)
      // `npm init` writes a test script that says "no test specified".
      if (has(folder, 'package.json "test":"') && !has(folder, 'package.json no test specified')) io.out(execHint)
    })
}

const execHint = `
A test that wants CLOUDSEC_BASE_URL gets a fake around the whole run, also as a step of CI:
  - run: npx --no -- cloudsec-fake exec -- npm test
`

const fill = (line: string, values: Readonly<Record<string, string>>): string =>
  line.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)

/** Finds the starter of each language that a project uses, and the file that shows it; without any, the starter for node:test. */
function findStarters(folder: string) {
  const all = startersForm.parse(readOwnJsonFile(inPackage('templates/starters.json')).content)
  const asked = all.flatMap((one) => {
    const words = one.asks.find((ask) => has(folder, ask))
    return words === undefined ? [] : [{ ...one, found: words.replace(/ .*/, '') }]
  })
  const languages = asked.map(({ template }) => extname(template))
  const first = asked.filter(({ template }, at) => languages.indexOf(extname(template)) === at)
  const ofNode = all.filter(({ runner }) => runner === 'node:test')
  return first.length > 0 ? first : ofNode.map((one) => ({ ...one, found: 'no other test runner' }))
}

/** True if a folder has a file that contains all texts. JSON is compared without white space. */
function has(folder: string, words: string): boolean {
  const [name = '', ...texts] = words.split(' ')
  const file = join(folder, name)
  if (!existsSync(file)) return false
  const content = name.endsWith('.json') ? JSON.stringify(readJsonFile(file).content) : readTextFile(file)
  return texts.every((text) => content.includes(text))
}

/** Writes a template to a file, unless the file exists. @returns a line about it */
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
