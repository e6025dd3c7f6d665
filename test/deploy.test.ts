import { readdirSync, readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'
import { type Document, isCollection, parse, parseAllDocuments } from 'yaml'
import * as z from 'zod/mini'

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
  expect(parseAllDocuments(textOf(file)).flatMap(({ errors }) => errors)).toEqual([])
})

/** The value at a path in a document of YAML. */
const valueIn = (document: Document, path: readonly (string | number)[]): unknown => {
  const value = document.getIn(path)
  return isCollection(value) ? value.toJSON() : value
}

it('kubernetes.yaml asks a fake that starts for as long as it may take, and a busy one gets its time', () => {
  const documents = parseAllDocuments(textOf('deploy/kubernetes.yaml'))
  const deployment = documents.find((one) => one.get('kind') === 'Deployment') ?? expect.fail('no deployment')
  const container = ['spec', 'template', 'spec', 'containers', 0]
  const [startup, readiness, liveness] = ['startupProbe', 'readinessProbe', 'livenessProbe'].map((probe) =>
    valueIn(deployment, [...container, probe]),
  )
  const asking = (path: string) => ({ httpGet: { path, port: 'http' }, timeoutSeconds: 5 })
  // A state of 256 MiB takes 15 s of processor time, of which a busy node gives little.
  expect(startup).toEqual({ ...asking('/_control/ready'), periodSeconds: 2, failureThreshold: 150 })
  expect(readiness).toEqual({ ...asking('/_control/ready'), periodSeconds: 2 })
  expect(liveness).toEqual({ ...asking('/_control/health'), periodSeconds: 10 })
})

it('compose.yaml starts a fake that ended by itself again', () => {
  const { services } = z
    .object({ services: z.record(z.string(), z.object({ restart: z.optional(z.string()) })) })
    .parse(parse(textOf('deploy/compose.yaml')))
  expect(services).toMatchObject({ fake: { restart: 'unless-stopped' } })
  expect(services['app']).toEqual({})
})

it('the image says what it is, and the page how to tell it', () => {
  const [dockerfile, page] = [textOf('Dockerfile'), textOf('docs/containers.md')]
  const labels = [...dockerfile.matchAll(/org\.opencontainers\.image\.(\w+)=/g)].map(([, label]) => label)
  expect(labels).toEqual(['title', 'description', 'licenses', 'source', 'version', 'revision'])
  for (const argument of ['SOURCE', 'VERSION', 'REVISION']) {
    expect(dockerfile).toMatch(new RegExp(`^ARG ${argument}$`, 'm'))
    expect(dockerfile).toContain(`.${argument.toLowerCase()}="$${argument}"`)
    expect(page).toContain(`--build-arg ${argument}=`)
  }
  const versions = [...page.matchAll(/--build-arg VERSION=(\S+)/g)].map(([, version]) => version)
  expect(new Set(versions)).toEqual(new Set([manifest.version]))
})
