import * as z from 'zod/mini'

import type { Assume } from '../assumptions/register.ts'
import { createAssume } from '../assumptions/used.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'

export interface SchemaContext {
  readonly assume: Assume
  readonly sandbox: Sandbox
  /** A schema with a name, made once for each name. The document refers to it by that name. */
  readonly component: (name: string, make: () => z.ZodMiniType) => z.ZodMiniType
}

export type FilterContext = Pick<SchemaContext, 'assume' | 'sandbox'>

/** The context of a sandbox for a reader whose schemas need no names. No answer of the API depends on the choices here, so they are not noted. */
export function contextOf(sandbox: Sandbox): SchemaContext {
  const assume = createAssume(sandbox.scenarios.settings.profile)
  return { assume, sandbox, component: (_, make) => make() }
}

export type SchemaFor = (context: SchemaContext) => z.ZodMiniType

export const filterText = ({ assume }: Pick<SchemaContext, 'assume'>): z.ZodMiniType<string> =>
  assume('emptyFilter') === 'reject' ? z.string().check(z.minLength(1)) : z.string()

export interface ParameterDeclaration {
  readonly description: string
  readonly schema: SchemaFor
  /** True if a query may have it more than once. */
  readonly isRepeated?: boolean
}
