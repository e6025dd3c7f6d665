import { readdirSync, readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod/mini'

import manifest from '../package.json' with { type: 'json' }

const textOf = (file: string): string => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')

const filesOf = (folder: string): readonly string[] =>
  readdirSync(new URL(`../${folder}`, import.meta.url)).map((file) => `${folder}/${file}`)

const repository = 'https://github.com/cloudsec-fake/cloudsec-fake'

const text = z.string().check(z.minLength(1))

const permissions = z.record(z.string(), z.enum(['read', 'write', 'none']))

const stepSchema = z.looseObject({
  uses: z.optional(z.string().check(z.regex(/^[\w./-]+@[0-9a-f]{40}$/))),
  with: z.optional(z.record(z.string(), z.unknown())),
})

const workflowSchema = z.looseObject({
  permissions: z.strictObject({ contents: z.literal('read') }),
  concurrency: z.strictObject({ group: text, 'cancel-in-progress': z.boolean() }),
  jobs: z.record(
    z.string(),
    z.looseObject({
      'timeout-minutes': z.int().check(z.lte(90)),
      permissions: z.optional(permissions),
      steps: z.array(stepSchema),
    }),
  ),
})

type Workflow = z.infer<typeof workflowSchema>

const stepsOf = ({ jobs }: Workflow) => Object.values(jobs).flatMap(({ steps }) => steps)

describe.each(filesOf('.github/workflows'))('%s', (file) => {
  const source = textOf(file)
  const workflow = workflowSchema.parse(parse(source))

  it('pins each action by a commit, and says its version', () => {
    const lines = source.match(/uses: .*/g) ?? []
    expect(lines.length).toBeGreaterThan(1)
    for (const line of lines) expect(line).toMatch(/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
  })

  it('keeps no credentials after a checkout', () => {
    const checkouts = stepsOf(workflow).filter(({ uses }) => uses?.startsWith('actions/checkout@') === true)
    expect(checkouts.length).toBeGreaterThan(0)
    for (const { with: inputs } of checkouts) expect(inputs).toMatchObject({ 'persist-credentials': false })
  })
})

it('an action has one commit in all workflows, and in the action of the journal', () => {
  const files = [...filesOf('.github/workflows'), 'action/journal/action.yml']
  const uses = files.flatMap((file) => textOf(file).match(/(?<=uses: ).*/g) ?? [])
  const names = new Set(uses.map((line) => line.replace(/@.*/, '')))
  expect(new Set(uses).size).toBe(names.size)
})

it('each job of a release may do only what it is for', () => {
  const { jobs } = workflowSchema.parse(parse(textOf('.github/workflows/release.yml')))
  const granted = Object.entries(jobs).map(([name, job]) => [name, job.permissions ?? {}])
  expect(Object.fromEntries(granted)).toEqual({
    check: {},
    npm: { contents: 'read', 'id-token': 'write' },
    image: { contents: 'read', packages: 'write' },
    action: { contents: 'write' },
  })
})

const formSchema = z.strictObject({
  name: text,
  description: text,
  labels: z.array(text),
  body: z.array(
    z.strictObject({
      type: z.enum(['input', 'textarea']),
      id: z.string().check(z.regex(/^[a-z-]+$/)),
      attributes: z.strictObject({
        label: text,
        description: z.optional(text),
        placeholder: z.optional(text),
        render: z.optional(text),
      }),
      validations: z.optional(z.strictObject({ required: z.boolean() })),
    }),
  ),
})

it.each([
  ['bug', ['version', 'command', 'happened', 'requests']],
  ['feature', ['need', 'tried', 'version']],
])('the form of a %s asks for what a reader needs', (name, fields) => {
  const form = formSchema.parse(parse(textOf(`.github/ISSUE_TEMPLATE/${name}.yml`)))
  expect(form.body.map(({ id }) => id)).toEqual(fields)
})

it('the other files of the repository on GitHub are as GitHub wants them', () => {
  const chooser = z.strictObject({
    blank_issues_enabled: z.boolean(),
    contact_links: z.array(z.strictObject({ name: text, url: z.url(), about: text })),
  })
  const links = chooser.parse(parse(textOf('.github/ISSUE_TEMPLATE/config.yml'))).contact_links
  for (const { url } of links) expect(url.startsWith(`${repository}/`)).toBe(true)
  const updates = z.looseObject({ updates: z.array(z.looseObject({ 'package-ecosystem': text, directory: text })) })
  const { updates: kept } = updates.parse(parse(textOf('.github/dependabot.yml')))
  expect(kept.map((one) => one['package-ecosystem'])).toEqual(['npm', 'github-actions', 'docker'])
})

describe('the package', () => {
  it('says where it comes from, as npm compares it with the workflow that publishes it', () => {
    expect(manifest).toMatchObject({
      repository: { type: 'git', url: `git+${repository}.git` },
      homepage: `${repository}#readme`,
      bugs: { url: `${repository}/issues` },
      publishConfig: { access: 'public', provenance: true },
    })
  })

  it('has its version on top of the releases of the changelog, each with a link and what an upgrade takes', () => {
    const changelog = textOf('CHANGELOG.md')
    const [, ...parts] = changelog.split(/^## /m)
    const versions = parts.map((part) => /^\[(.+?)\]/.exec(part)?.[1])
    expect(versions.slice(0, 2)).toEqual(['Unreleased', manifest.version])
    for (const version of versions) expect(changelog).toContain(`\n[${version}]: ${repository}/`)
    for (const part of parts.slice(0, -1)) expect(part).toMatch(/^\[.*\n\n\*\*Upgrade\*\* from /)
  })
})
