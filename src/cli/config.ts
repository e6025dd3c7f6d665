import { existsSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'

import type { Command } from 'commander'
import * as z from 'zod/mini'

import { createProfile } from '../assumptions/profile.ts'
import { InputError, inTermsOf } from '../lib/input-error.ts'
import { describeIssues } from '../lib/issues.ts'
import { readJsonFile } from '../lib/json-files.ts'
import { lazily } from '../lib/lazily.ts'
import { logFormats, logLevels } from '../lib/log.ts'
import { maxResources } from '../options.ts'
import { maxPort } from './flags.ts'

/** The configuration file that is found by itself, in the working directory. */
export const defaultConfigFile = 'cloudsec-fake.config.json'

/** Made once there is a configuration file. */
const schemaOfConfig = lazily(() => {
  const positive = z.int().check(z.gte(1))
  return z.strictObject({
    $schema: z.optional(z.string()),
    port: z.optional(z.int().check(z.gte(0), z.lte(maxPort))),
    host: z.optional(z.string()),
    seed: z.optional(z.int()),
    fixtures: z.optional(z.string()),
    resources: z.optional(z.int().check(z.gte(0), z.lte(maxResources))),
    quota: z.optional(positive),
    assume: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
    assumptions: z.optional(z.string()),
    clock: z.optional(z.string()),
    completeAfter: z.optional(z.string()),
    maxSandboxes: z.optional(positive),
    sandboxIdle: z.optional(z.string()),
    journalBytes: z.optional(z.int().check(z.gte(0))),
    scenarios: z.optional(z.string()),
    scenario: z.optional(z.array(z.string())),
    controlToken: z.optional(z.string()),
    allowHost: z.optional(z.array(z.string())),
    allowWebhookHost: z.optional(z.array(z.string())),
    smtp: z.optional(z.string()),
    watch: z.optional(z.boolean()),
    printUrl: z.optional(z.boolean()),
    logLevel: z.optional(z.enum(logLevels)),
    logFormat: z.optional(z.enum(logFormats)),
  })
})

/** What a configuration file says: options by the names of their flags, in camelCase. */
export type Config = Omit<z.infer<ReturnType<typeof schemaOfConfig>>, '$schema'>

/** The configuration file to read: the one that is named, else the one in the working directory, where there is one. */
export function findConfig(named: string | undefined): string | undefined {
  return named ?? (existsSync(defaultConfigFile) ? defaultConfigFile : undefined)
}

/** Reads a configuration file; folders in it are relative to it. @throws InputError with the file, the field and what was wrong */
export function readConfig(file: string): Config {
  const schema = schemaOfConfig()
  const parsed = schema.safeParse(readJsonFile(file).content, { reportInput: true })
  if (!parsed.success) throw new InputError(`${file}: ${describeIssues(parsed.error.issues, 'the file', { schema })}`)
  const { $schema: _, ...config } = parsed.data
  inTermsOf(`${file}: assume`, () => createProfile(config.assume))
  const fromFile = (path: string): string => (isAbsolute(path) ? path : join(dirname(file), path))
  return {
    ...config,
    ...(config.fixtures === undefined ? {} : { fixtures: fromFile(config.fixtures) }),
    ...(config.assumptions === undefined ? {} : { assumptions: fromFile(config.assumptions) }),
    ...(config.scenarios === undefined ? {} : { scenarios: fromFile(config.scenarios) }),
  }
}

const stronger: ReadonlySet<string | undefined> = new Set(['cli', 'env'])

/** Gives each option that has neither a flag nor a variable what the file says of it, else its default. */
export function applyConfig(command: Command, config: Config): void {
  const said = new Map<string, unknown>(Object.entries(config))
  for (const option of command.options) {
    const name = option.attributeName()
    if (stronger.has(command.getOptionValueSource(name))) continue
    if (said.has(name)) command.setOptionValueWithSource(name, said.get(name), 'config')
    else command.setOptionValueWithSource(name, option.defaultValue, 'default')
  }
}
