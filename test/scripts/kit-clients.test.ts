import { readFile } from 'node:fs/promises'

import { describe, expect, it } from 'vitest'

import { kitCalls } from '../../scripts/kits/calls.ts'
import { renderKits } from '../../scripts/kits/render.ts'
import { version } from '../../src/core/lib/version.ts'

describe('the control clients of the kits', () => {
  it('are current; npm run kits writes them', async () => {
    const rendered = await renderKits()
    const files = [...rendered.keys()]
    const current = await Promise.all(files.map((path) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8')))
    expect(Object.fromEntries(files.map((path, i) => [path, current[i]]))).toEqual(Object.fromEntries(rendered))
  })

  it('belong to kits of the version of the package', async () => {
    const textOf = async (path: string): Promise<string> =>
      readFile(new URL(`../../kits/${path}`, import.meta.url), 'utf8')
    expect(await textOf('pytest/pyproject.toml')).toContain(`\nversion = "${version}"\n`)
    expect(await textOf('junit/pom.xml')).toContain(`<version>${version}</version>`)
  })

  it('have each operation, or leave it out by name', () => {
    const added = { paths: { '/news': { get: { operationId: 'listNews', summary: 'Lists what is new' } } } }
    expect(() => kitCalls(added)).toThrow('scripts/kits/calls.ts: neither used nor omitted: listNews')
  })
})
