import { dirname, isAbsolute, join } from 'node:path'

import type { Command } from 'commander'
import * as z from 'zod/mini'

import { listenOptions, defaultPort } from '../../core/app/listen-options.ts'
import { text } from '../../core/app/option.ts'
import { commandOptions, fakeOptions, optionRows } from '../../core/app/options.ts'
import { createProfile } from '../../core/assumptions/profile.ts'
import { withSubject, InputError, isFieldOf, renamed, within } from '../../core/lib/input-error.ts'
import { lazily } from '../../core/lib/lazily.ts'
import { isJsonObject } from '../../core/lib/merge-patch.ts'
import { readBy } from '../../core/lib/read-by.ts'
import { choicesOf } from './choices.ts'
import { findConfigFile, readConfigFile } from './config-file.ts'
import { flagOf, isGiven, isFromVariable, readFlags, variableOf } from './flags.ts'

export const configSchema = lazily(() => {
  const { config: _, ...options } = { ...listenOptions, ...fakeOptions, ...commandOptions }
  return z.strictObject({ $schema: z.optional(text), ...options })
})

/** Reads and validates the options of a configuration file. Its paths are relative to the file. @throws InputError */
async function readConfig(file: string): Promise<Readonly<Record<string, unknown>>> {
  const content = await readConfigFile(file)
  withSubject(file, () => {
    const { assume } = readBy(configSchema(), content, 'the file')
    withSubject('assume', () => createProfile(assume))
  })
  return optionsIn(content, file)
}

/** Returns the options in the content of a configuration file, without validation. */
export function optionsIn(content: unknown, file: string): Readonly<Record<string, unknown>> {
  // In a module, a key may be undefined, which sets nothing.
  const fields = Object.entries(isJsonObject(content) ? content : {}).filter(([, value]) => value !== undefined)
  const given = Object.fromEntries(fields)
  const paths = optionRows
    .filter(({ isPath }) => isPath === true)
    .flatMap(({ name }) => {
      const path = given[name]
      return typeof path === 'string' ? [[name, isAbsolute(path) ? path : join(dirname(file), path)] as const] : []
    })
  return { ...given, ...Object.fromEntries(paths) }
}

const schemas = {
  options: z.object(fakeOptions),
  listen: z.object(listenOptions),
  command: z.object(commandOptions),
} as const

export type Settings = Awaited<ReturnType<typeof readSettings>>

/** The configuration file of a start: the named file, otherwise the nearest. @throws InputError */
export function configFileOf(command: Command): string | undefined {
  // Without a flag or variable, commander returns the text of the default.
  const named = isGiven(command, 'config') ? command.opts<{ readonly config?: string }>().config : undefined
  return named ?? findConfigFile()
}

/** Reads the options of a start. Precedence is: flag, variable, configuration file. @throws InputError */
export async function readSettings(command: Command, configFile: string | undefined) {
  const config = configFile === undefined ? {} : await readConfig(configFile)
  const assume = choicesOf(command, config)
  const values = { port: defaultPort, ...config, ...readFlags(command, optionRows), assume }
  try {
    return {
      options: readBy(schemas.options, values, 'the options'),
      listen: readBy(schemas.listen, values, 'the options'),
      command: readBy(schemas.command, values, 'the options'),
      configFile,
    }
  } catch (error) {
    throw withSource(command, configFile, error)
  }
}

export function withSource(command: Command, configFile: string | undefined, error: unknown): unknown {
  const field = error instanceof InputError ? error.field : undefined
  const option = command.options.find((one) => isFieldOf(one.attributeName(), field))
  if (option === undefined) return error
  const name = option.attributeName()
  if (!isGiven(command, name) && configFile !== undefined) return within(configFile, error)
  return renamed(error, [[name, isFromVariable(command, name) ? (option.envVar ?? variableOf(name)) : flagOf(name)]])
}
