import * as z from 'zod/mini';
import type { Choices } from '../../assumptions/profile.ts';
import type { Call } from '../client/call.ts';
declare const assumptionInfo: () => z.ZodMiniObject<{
    id: z.ZodMiniString<string>;
    section: z.ZodMiniString<string>;
    question: z.ZodMiniString<string>;
    options: z.ZodMiniArray<z.ZodMiniString<string>>;
    effects: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniString<string>>;
    default: z.ZodMiniUnion<readonly [z.ZodMiniString<string>, z.ZodMiniNumber<number>]>;
    choice: z.ZodMiniUnion<readonly [z.ZodMiniString<string>, z.ZodMiniNumber<number>]>;
    reason: z.ZodMiniString<string>;
}, z.core.$strict>;
/** A row of the assumption register, with the choice in effect. A row that takes any whole number has one option, `whole_number`. */
export type AssumptionInfo = z.infer<ReturnType<typeof assumptionInfo>>;
/** Choices of options, by row. */
export declare const choices: () => z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnion<readonly [z.ZodMiniString<string>, z.ZodMiniNumber<number>]>>;
export declare const assumptionEndpoints: {
    readonly listAssumptions: {
        readonly method: "GET";
        readonly path: "/assumptions";
        readonly summary: "Lists the register with the choices in effect";
        readonly answer: () => z.ZodMiniObject<{
            items: z.ZodMiniArray<z.ZodMiniObject<{
                id: z.ZodMiniString<string>;
                section: z.ZodMiniString<string>;
                question: z.ZodMiniString<string>;
                options: z.ZodMiniArray<z.ZodMiniString<string>>;
                effects: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniString<string>>;
                default: z.ZodMiniUnion<readonly [z.ZodMiniString<string>, z.ZodMiniNumber<number>]>;
                choice: z.ZodMiniUnion<readonly [z.ZodMiniString<string>, z.ZodMiniNumber<number>]>;
                reason: z.ZodMiniString<string>;
            }, z.core.$strict>>;
        }, z.core.$strict>;
    };
    readonly changeAssumptions: {
        readonly method: "PATCH";
        readonly path: "/assumptions";
        readonly summary: "Changes choices: all of them or none";
        readonly body: () => z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnion<readonly [z.ZodMiniString<string>, z.ZodMiniNumber<number>]>>;
        readonly answer: () => z.ZodMiniObject<{
            items: z.ZodMiniArray<z.ZodMiniObject<{
                id: z.ZodMiniString<string>;
                section: z.ZodMiniString<string>;
                question: z.ZodMiniString<string>;
                options: z.ZodMiniArray<z.ZodMiniString<string>>;
                effects: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniString<string>>;
                default: z.ZodMiniUnion<readonly [z.ZodMiniString<string>, z.ZodMiniNumber<number>]>;
                choice: z.ZodMiniUnion<readonly [z.ZodMiniString<string>, z.ZodMiniNumber<number>]>;
                reason: z.ZodMiniString<string>;
            }, z.core.$strict>>;
        }, z.core.$strict>;
    };
};
/** Creates the control of the assumption register. */
export declare function createAssumptionControl(call: Call): {
    /** Lists all rows, with the choices in effect. */
    list(): Promise<readonly AssumptionInfo[]>;
    /**
     * Chooses options, all of them or none.
     * @throws InputError for an unknown row or option
     * @example
     * ```ts
     * await fake.assumptions.set({ errorStatus: '422' })
     * ```
     */
    set(choices: Choices): Promise<void>;
};
/** The assumption register of one sandbox. */
export interface AssumptionControl extends ReturnType<typeof createAssumptionControl> {
}
export {};
