import { readdirSync, readFileSync } from 'node:fs'

import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { renderCalls, renderOptions, renderRegister } from '../../scripts/docs.ts'
import { renderScenarioTypes } from '../../scripts/scenario-types.ts'
import { listenOptions } from '../../src/core/app/listen-options.ts'
import { fakeOptions, optionRows } from '../../src/core/app/options.ts'

const read = (file: string): unknown => JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'))

it('each built-in scenario names the schema, and has the name of its file', () => {
  const files = readdirSync(new URL('../../scenarios', import.meta.url)).filter((file) => file.endsWith('.json'))
  expect(files.length).toBeGreaterThan(30)
  const named = z.looseObject({ $schema: z.literal('./schema/scenario.schema.json'), name: z.string() })
  expect(files.map((file) => `${named.parse(read(`scenarios/${file}`)).name}.json`)).toEqual(files)
})

it('the types of scenarios in the package have the names and a text for each field', () => {
  const text = renderScenarioTypes()
  expect(text).toContain("  | 'flaky'\n")
  expect(text).toContain('/** Fires at most this many times. */\nfirst?: number | undefined')
})

it.each([
  ['assumptions.md', renderRegister],
  ['configuration.md', renderOptions],
  ['calls.md', renderCalls],
])('the generated part of %s is current: `npm run docs` writes it', async (name, render) => {
  const page = readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8')
  expect(page).toBe(await render(page))
})

it('an editor shows the default of each option of a program', () => {
  const [fake, listening] = ['options', 'listen-options'].map((name) =>
    readFileSync(new URL(`../../src/core/app/${name}.ts`, import.meta.url), 'utf8'),
  )
  const text = `${fake}${listening}`
  const shown = [...text.matchAll(/Default: ([^\n]+?)\.(?: \*\/|\n +\*\/)\n +readonly (\w+)\?: /g)]
  const documented = new Map(shown.map(([, usual = '', name = '']) => [name, usual]))
  expect([...documented.keys()].toSorted()).toEqual(
    [...Object.keys({ ...fakeOptions, ...listenOptions }), 'log'].toSorted(),
  )
  for (const { name, default: usual, defaultInPrograms = usual } of optionRows) {
    if (documented.has(name) && defaultInPrograms !== undefined && name !== 'controlToken') {
      expect(documented.get(name), name).toBe(defaultInPrograms)
    }
  }
})
