import * as z from 'zod/mini';
import type { RandomStream } from '../random/random.ts';
/** The schema of a delay: always the same, one in a range, or one of a distribution with a long tail. */
export declare const delaySchema: z.ZodMiniLazy<z.ZodMiniUnion<readonly [z.ZodMiniString<string>, z.ZodMiniObject<{
    min: z.ZodMiniString<string>;
    max: z.ZodMiniString<string>;
}, z.core.$strict>, z.ZodMiniObject<{
    median: z.ZodMiniString<string>;
    p99: z.ZodMiniString<string>;
}, z.core.$strict>]>>;
/** A delay: a duration, one between two, or one of a lognormal distribution. */
export type Delay = z.infer<typeof delaySchema>;
/** Draws a delay, in milliseconds. @param stream called only where the delay is drawn */
export declare function drawDelay(delay: Delay, stream: () => RandomStream): number;
