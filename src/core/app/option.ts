import * as z from 'zod/mini'

interface OptionInfo {
  /** The text of `--help` and of the page on configuration, in Markdown. */
  readonly description: string
  /** The placeholder of the value in `--help`; a switch has none. */
  readonly value?: string
  readonly short?: string
  /** The default in words, if the schema has none or its value is hard to read. */
  readonly default?: string
  readonly defaultInPrograms?: string
  /** In a configuration file, the path is relative to that file. */
  readonly isPath?: true
}

export type SchemasOf<T> = { readonly [K in keyof T]-?: z.ZodMiniType<unknown, T[K]> }

const optionInfo = z.registry<OptionInfo>()

export function option<T extends z.ZodMiniType>(
  schema: T,
  description: string,
  facts?: Omit<OptionInfo, 'description'>,
): T {
  // A copy, since several options may share a schema.
  const own = schema.clone()
  optionInfo.add(own, { description, ...facts })
  return own
}

export interface OptionRow extends OptionInfo {
  readonly name: string
  readonly kind: 'switch' | 'number' | 'list' | 'text'
  readonly choices: readonly string[] | undefined
}

export function toRows(options: Readonly<Record<string, z.ZodMiniType>>): readonly OptionRow[] {
  return Object.entries(options).map(([name, schema]) => {
    const { inner, defaultValue } = unwrap(schema)
    const kind = kindOf(inner)
    const written =
      typeof defaultValue === 'string' || typeof defaultValue === 'number' ? { default: String(defaultValue) } : {}
    const choices = inner instanceof z.core.$ZodEnum ? [...inner._zod.values].map(String) : undefined
    return { ...written, description: '', ...optionInfo.get(schema), name, kind, choices }
  })
}

function unwrap(schema: z.core.$ZodType): { readonly inner: z.core.$ZodType; readonly defaultValue: unknown } {
  if (schema instanceof z.core.$ZodDefault) {
    return { ...unwrap(schema._zod.def.innerType), defaultValue: schema._zod.def.defaultValue }
  }
  const isWrapper = schema instanceof z.core.$ZodOptional || schema instanceof z.core.$ZodReadonly
  return isWrapper ? unwrap(schema._zod.def.innerType) : { inner: schema, defaultValue: undefined }
}

function kindOf(schema: z.core.$ZodType): OptionRow['kind'] {
  if (schema instanceof z.core.$ZodBoolean) return 'switch'
  if (schema instanceof z.core.$ZodNumber) return 'number'
  return schema instanceof z.core.$ZodArray ? 'list' : 'text'
}

/** A text without a NUL, which the system would cut or refuse. */
export const text = z.string().check(z.refine((value) => !value.includes('\0'), { error: 'a text without a NUL' }))

/** The path of a file that has to exist. */
export const filePath = text.check(z.refine((value) => value !== '', { error: 'the path of a file' }))

export const listOf = <T extends z.ZodMiniType>(item: T) => z.readonly(z.array(item))
