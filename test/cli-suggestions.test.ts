import { expect, it } from 'vitest'

import { cli, commandNames } from './support/command.ts'

/** The commands that lose something for good. */
const destructive = ['clear', 'delete', 'load', 'reset', 'revoke']

/** All others. A new command belongs to one of the two: none of the first is ever suggested. */
const harmless = [
  ...commandNames.filter((name) => name !== 'reset'),
  'list',
  'show',
  'on',
  'off',
  'verify',
  'export',
  'replay',
  'coverage',
  'define',
  'set',
  'advance',
  'freeze',
  'run',
  'create',
  'redeliver',
  'ca',
  'fault',
  'heal',
  'save',
]

/** The names of the commands in a help text. */
async function namesIn(...words: readonly string[]): Promise<readonly string[]> {
  const { out } = await cli(...words, '--help')
  const [, listed = ''] = out.split('Commands:\n')
  const names = [...listed.matchAll(/^ {2}(\w\S*)/gm)].map(([, name = '']) => name)
  return names.filter((name) => name !== 'help')
}

/** The groups of commands, each with the names of its commands; the program itself is the first. */
async function groups(): Promise<readonly { readonly group: readonly string[]; readonly names: readonly string[] }[]> {
  const top = await namesIn()
  const inner = await Promise.all(top.map(async (name) => ({ group: [name], names: await namesIn(name) })))
  return [{ group: [], names: top }, ...inner.filter(({ names }) => names.length > 0)]
}

/** A word with some of its letters wrong. */
function typosOf(word: string): readonly string[] {
  const swapped = `${word.slice(1, 2)}${word.slice(0, 1)}${word.slice(2)}`
  return [word.slice(0, -1), word.slice(1), `${word}s`, `x${word}`, swapped, word.toUpperCase(), `${word}-it`]
}

it('knows which commands destroy', async () => {
  const names = new Set((await groups()).flatMap((group) => group.names))
  expect([...names].toSorted()).toEqual([...destructive, ...harmless].toSorted())
})

it('suggests the harmless ones for a mistyped word, and never one that destroys', async () => {
  const suggested = new Set<string>()
  for (const { group, names } of await groups()) {
    for (const word of names.flatMap(typosOf).filter((typo) => ![...names, ''].includes(typo))) {
      const { code, err } = await cli(...group, word)
      expect([code, err]).toEqual([2, expect.stringContaining(`"${word}" is not `)])
      const [, near = ''] = /Did you mean (.+)\?/.exec(err) ?? []
      for (const name of near.split(' or ')) suggested.add(name)
    }
  }
  expect(destructive.filter((name) => suggested.has(name))).toEqual([])
  expect(harmless.filter((name) => !suggested.has(name))).toEqual([])
})
