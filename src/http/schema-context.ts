import * as z from 'zod/mini'

import type { Assume } from '../assumptions/register.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'

/** What a slice needs to say what its requests and answers look like in one sandbox. */
export interface SchemaContext {
  readonly assume: Assume
  readonly sandbox: Sandbox
  /** A shape that is called by a name wherever it stands; made once for each name. */
  readonly component: (name: string, make: () => z.ZodMiniType) => z.ZodMiniType
}

/** Says what something looks like under the choices of a sandbox. */
export type SchemaFor = (context: SchemaContext) => z.ZodMiniType

/** What a filter looks like that takes any text. */
export const filterText = ({ assume }: Pick<SchemaContext, 'assume'>): z.ZodMiniType<string> =>
  assume('emptyFilter') === 'reject' ? z.string().check(z.minLength(1)) : z.string()

/** What is told of a query parameter besides its name. */
export interface ParameterDeclaration {
  /** What it does, in a few words. */
  readonly description: string
  readonly schema: SchemaFor
}
