import * as z from 'zod/mini';
import type { Assume } from '../assumptions/register.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
/** The context in which an area builds the schemas of one sandbox. */
export interface SchemaContext {
    readonly assume: Assume;
    readonly sandbox: Sandbox;
    /** A schema with a name, made once for each name. The document refers to it by that name. */
    readonly component: (name: string, make: () => z.ZodMiniType) => z.ZodMiniType;
}
/** The context in which the filters of a list are read. */
export type FilterContext = Pick<SchemaContext, 'assume' | 'sandbox'>;
/** The context of a sandbox for a reader whose schemas need no names. No answer of the API depends on the choices here, so they are not noted. */
export declare function contextOf(sandbox: Sandbox): SchemaContext;
/** Builds a schema under the choices of a sandbox. */
export type SchemaFor = (context: SchemaContext) => z.ZodMiniType;
/** The schema of a filter that takes any text. */
export declare const filterText: ({ assume }: Pick<SchemaContext, 'assume'>) => z.ZodMiniType<string>;
/** The declaration of a parameter. */
export interface ParameterDeclaration {
    /** Says what it does, in a few words. */
    readonly description: string;
    readonly schema: SchemaFor;
}
