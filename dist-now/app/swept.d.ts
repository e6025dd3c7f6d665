import * as z from 'zod/mini';
import { type Choices } from '../assumptions/profile.ts';
import type { Profile } from '../assumptions/register.ts';
import type { JournalEntry } from '../journal/entry.ts';
import type { ScenarioReader } from '../scenarios/library.ts';
import type { ScenarioBase } from '../scenarios/schema.ts';
import type { BaseSettings } from '../scenarios/settings.ts';
import type { FakeOptions } from './options.ts';
/** The difference between a run of `sweep` and its baseline. */
export interface RunChange {
    readonly choices: Choices;
    /** The definition of a scenario that holds in every sandbox (none). */
    readonly scenario?: ScenarioBase | undefined;
}
/** A line of the trace of a fake. */
export declare const traceLine: z.ZodMiniUnion<readonly [z.ZodMiniObject<{
    sandbox: z.ZodMiniString<string>;
    operation: z.ZodMiniNullable<z.ZodMiniString<string>>;
    method: z.ZodMiniString<string>;
    path: z.ZodMiniString<string>;
    status: z.ZodMiniNullable<z.ZodMiniInt>;
    code: z.ZodMiniNullable<z.ZodMiniString<string>>;
    fault: z.ZodMiniNullable<z.ZodMiniString<string>>;
    fired: z.ZodMiniArray<z.ZodMiniString<string>>;
    used: z.ZodMiniArray<z.ZodMiniString<string>>;
    body: z.ZodMiniNullable<z.ZodMiniString<string>>;
    digest: z.ZodMiniString<string>;
}, z.core.$strict>, z.ZodMiniObject<{
    delivered: z.ZodMiniLiteral<true>;
}, z.core.$strict>]>;
/** A line of the trace of a fake. */
export type TraceLine = z.infer<typeof traceLine>;
/** A fake in a run of `sweep`. */
export interface Swept {
    /** The settings of every sandbox in the run. */
    readonly settings: (profile: Profile, reader: ScenarioReader) => Pick<BaseSettings, 'profile' | 'variant'>;
    /** Takes each request. */
    readonly take: (entry: JournalEntry) => void;
    /** Takes note of each webhook that is sent. */
    readonly delivers: () => void;
}
/** The file with the change of a run, in its folder. */
export declare const changeFile = "change.json";
/** The file with the trace of a fake, in a folder of its own in that of the run. */
export declare const traceFile = "trace.jsonl";
/** The name of the folder of a fake is this, and its number in the run. */
export declare const fakePrefix = "fake-";
/** Most requests of one fake that a trace keeps. */
export declare const mostTraced = 20000;
/**
 * Has a fake take part in a run.
 * @param stated the rows that its options decide: the run neither changes nor traces them
 * @param write takes the lines of its trace
 */
export declare function takePart({ choices, scenario }: RunChange, stated: readonly string[], write: (line: TraceLine) => void): Swept;
/** Has a fake that a swept command starts take part in the run. @param folder of the run. @throws InputError where it is no such folder */
export declare function joinRun(folder: string, options: FakeOptions): Swept;
/** The rows that the options of a fake decide. */
export declare function statedRows({ assume, quota }: Pick<FakeOptions, 'assume' | 'quota'>): readonly string[];
