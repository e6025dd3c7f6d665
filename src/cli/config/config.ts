import { existsSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'

import type { Command } from 'commander'
import * as z from 'zod/mini'

import { maxResources } from '../../app/options.ts'
import { createProfile } from '../../assumptions/profile.ts'
import { inTermsOf } from '../../lib/input-error.ts'
import { readJsonFile } from '../../lib/json-files.ts'
import { lazily } from '../../lib/lazily.ts'
import { logFormats, logLevels } from '../../lib/log.ts'
import { readBy } from '../../lib/read-by.ts'
import { maxPort } from './flags.ts'

/** The configuration file that is found by itself, in the working directory. */
export const defaultConfigFile = 'cloudsec-fake.config.json'

/** Made once there is a configuration file. */
const schemaOfConfig = lazily(() => {
  // What is called by it ends at a NUL, or passes over it.
  const text = z.string().check(z.refine((value) => !value.includes('\0'), { error: 'a text without a NUL' }))
  const positive = z.int().check(z.gte(1))
  return z.strictObject({
    $schema: z.optional(text),
    port: z.optional(z.int().check(z.gte(0), z.lte(maxPort))),
    host: z.optional(text),
    seed: z.optional(z.int()),
    fixtures: z.optional(text),
    resources: z.optional(z.int().check(z.gte(0), z.lte(maxResources))),
    quota: z.optional(positive),
    assume: z.optional(z.record(z.string(), z.union([text, z.number()]))),
    assumptions: z.optional(text),
    clock: z.optional(text),
    completeAfter: z.optional(text),
    maxSandboxes: z.optional(positive),
    sandboxIdle: z.optional(text),
    journalBytes: z.optional(z.int().check(z.gte(0))),
    scenarios: z.optional(text),
    scenario: z.optional(z.array(text)),
    controlToken: z.optional(text),
    allowHost: z.optional(z.array(text)),
    allowWebhookHost: z.optional(z.array(text)),
    smtp: z.optional(text),
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
  const { content } = readJsonFile(file)
  const { $schema: _, ...config } = inTermsOf(file, () => readBy(schema, content, 'the file'))
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
