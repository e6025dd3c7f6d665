import { readdirSync, readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'

import manifest from '../package.json' with { type: 'json' }
import { defaultPort } from '../src/core/app/listen-options.ts'

const textOf = (file: string): string => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')

const files = readdirSync(new URL('../deploy', import.meta.url))
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => `deploy/${file}`)

const repository = manifest.homepage.replace('#readme', '')

const configuration = textOf('docs/configuration.md')

describe.each([...files, 'Dockerfile', 'docs/containers.md'])('%s', (file) => {
  const text = textOf(file)

  it('names the image of this version', () => {
    const versions = [...text.matchAll(/\bcloudsec-fake:(\d[\w.-]*)/g)].map(([, version]) => version)
    expect(new Set(versions)).toEqual(new Set([manifest.version]))
  })

  it('sets only variables that the fake reads', () => {
    const names = text.match(/\bCLOUDSEC_FAKE_[A-Z_]+/g) ?? []
    expect(names.filter((name) => !configuration.includes(`\`${name}\``))).toEqual([])
  })
})

it.each([...files, 'Dockerfile'])('%s uses the default port', (file) => {
  const ports = [...textOf(file).matchAll(/\b47\d\d\b/g)].map(([port]) => Number(port))
  expect(new Set(ports)).toEqual(new Set([defaultPort]))
})

it.each(files)('%s is YAML', (file) => {
  expect(parseAllDocuments(textOf(file)).flatMap(({ errors }) => errors)).toEqual([])
})

it('the image says what it is, and the page how to tell it', () => {
  const [dockerfile, page] = [textOf('Dockerfile'), textOf('docs/containers.md')]
  const labels = [...dockerfile.matchAll(/org\.opencontainers\.image\.(\w+)=/g)].map(([, label]) => label)
  expect(labels).toEqual(['title', 'description', 'licenses', 'source', 'version', 'revision'])
  for (const argument of ['SOURCE', 'VERSION', 'REVISION']) {
    expect(dockerfile).toMatch(new RegExp(`^ARG ${argument}$|^ARG ${argument}=https:`, 'm'))
    expect(dockerfile).toContain(`.${argument.toLowerCase()}="$${argument}"`)
    expect(page).toContain(`--build-arg ${argument}=`)
  }
  expect(dockerfile).toContain(`ARG SOURCE=${repository}\n`)
  const versions = [...page.matchAll(/--build-arg VERSION=(\S+)/g)].map(([, version]) => version)
  expect(new Set(versions)).toEqual(new Set([manifest.version]))
})

it.each(['Dockerfile', 'action/action.yml'])('%s runs no script of a package that it installs', (file) => {
  const installs = textOf(file).match(/^.*\bnpm install\b.*$/gm) ?? []
  expect(installs).toHaveLength(1)
  expect(installs[0]).toContain(' --ignore-scripts ')
})
