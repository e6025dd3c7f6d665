import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'

import manifest from '../package.json' with { type: 'json' }
import { defaultPort } from '../src/app/listen-options.ts'

const textOf = (file: string): string => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')

const files = readdirSync(new URL('../deploy', import.meta.url))
  .filter((file) => file.endsWith('.yaml'))
  .map((file) => `deploy/${file}`)

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
  expect(parseAllDocuments(textOf(file), { merge: true }).flatMap(({ errors }) => errors)).toEqual([])
})

it('compose.fleet.yaml moves the addresses in nginx.conf', () => {
  const [, command = ''] = /(sed [^>]+)>/.exec(textOf('deploy/compose.fleet.yaml')) ?? []
  const file = fileURLToPath(new URL('../deploy/nginx.conf', import.meta.url))
  const line = command.replaceAll(/\s+/g, ' ').replace('/etc/cloudsec-fake.conf', `'${file}'`)
  const moved = execFileSync('sh', ['-c', line], { encoding: 'utf8' })
  expect(moved.match(/(?<=^ *(?:server|listen) )[^ ;{]+/gm)).toEqual([
    'fake-1:4747',
    'fake-2:4747',
    'fake-3:4747',
    'fake-4:4747',
    '4747',
  ])
})
