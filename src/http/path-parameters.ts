import type { Assume } from '../assumptions/register.ts'
import { type IdKind, idSchema } from '../random/ids.ts'
import { readId } from './read-id.ts'
import type { RequestContext } from './request-context.ts'
import type { ParameterDeclaration, SchemaContext } from './schema-context.ts'

export interface PathParameter extends ParameterDeclaration {
  /** Reads its value, in the form the register gives it. @param name its name in the error. @throws ApiError */
  readonly read: (ctx: Pick<RequestContext, 'assume'>, text: string, name: string) => string
  /** A value that is served (the id of the first record that the area lists). */
  readonly example?: (context: Pick<SchemaContext, 'assume' | 'sandbox'>) => string | undefined
}

export type PathParameters<Name extends string> = Readonly<Record<Name, PathParameter>>

/** A path parameter that is the id of a record. @param kindOf the form of such ids */
export function idParameter(kindOf: (assume: Assume) => IdKind): PathParameter {
  return {
    description: 'Id of the record.',
    schema: ({ assume }) => idSchema(kindOf(assume)),
    read: ({ assume }, text, name) => readId(text, name, kindOf(assume)),
  }
}

/** Reads the parameters of a path by their declarations. @throws ApiError */
export function readPathParameters<Name extends string>(
  ctx: Pick<RequestContext, 'assume' | 'parameters'>,
  declared: PathParameters<Name> | undefined,
): Readonly<Record<Name, string>>
export function readPathParameters(
  ctx: Pick<RequestContext, 'assume' | 'parameters'>,
  declared: PathParameters<string> = {},
): Readonly<Record<string, string>> {
  const values: Record<string, string> = {}
  for (const name in declared) values[name] = declared[name]?.read(ctx, ctx.parameters[name] ?? '', name) ?? ''
  return values
}
