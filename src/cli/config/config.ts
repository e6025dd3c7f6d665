import { existsSync } from 'node:fs'
import { dirname, isAbsolute, join } from 'node:path'

import * as z from 'zod/mini'

import { listenOptions } from '../../app/listen-options.ts'
import { text } from '../../app/option.ts'
import { commandOptions, defaultConfigFile, fakeOptions, optionRows } from '../../app/options.ts'
import { createProfile } from '../../assumptions/profile.ts'
import { inTermsOf } from '../../lib/input-error.ts'
import { readJsonFile } from '../../lib/json-files.ts'
import { lazily } from '../../lib/lazily.ts'
import { isJsonObject } from '../../lib/merge-patch.ts'
import { readBy } from '../../lib/read-by.ts'

/** The schema of a configuration file. */
export const configSchema = lazily(() => {
  const { config: _, ...options } = { ...listenOptions, ...fakeOptions, ...commandOptions }
  return z.strictObject({ $schema: z.optional(text), ...options })
})

/** The configuration file to read: the named one, otherwise the one in the working directory, if it exists. */
export function findConfig(named: string | undefined): string | undefined {
  return named ?? (existsSync(defaultConfigFile) ? defaultConfigFile : undefined)
}

/**
 * Reads the options of a configuration file by their names; those that it does not give are missing.
 * Paths in it are relative to the file.
 * @throws InputError with the file, the option and what was wrong
 */
export function readConfig(file: string): Readonly<Record<string, unknown>> {
  const { content } = readJsonFile(file)
  inTermsOf(file, () => {
    const { assume } = readBy(configSchema(), content, 'the file')
    inTermsOf('assume', () => createProfile(assume))
  })
  return withPaths(file, content)
}

/** The options of a configuration file; paths in it are relative to the file. */
export function withPaths(file: string, content: unknown): Readonly<Record<string, unknown>> {
  const given = isJsonObject(content) ? content : {}
  const paths = optionRows
    .filter(({ isPath }) => isPath === true)
    .flatMap(({ name }) => (typeof given[name] === 'string' ? [[name, resolve(file, given[name])] as const] : []))
  return { ...given, ...Object.fromEntries(paths) }
}

function resolve(file: string, path: string): string {
  return isAbsolute(path) ? path : join(dirname(file), path)
}
