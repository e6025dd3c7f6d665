import * as z from 'zod/mini';
import { InputError } from '../lib/input-error.ts';
/** Completes a record that leaves fields out. @param place its position in the file */
export type CompleteRow = (row: unknown, place: number) => unknown;
/** A fixture file whose records were checked, each by itself. */
export interface CheckedRows<R> {
    /** The sound records with their positions. */
    readonly records: readonly (readonly [position: number, record: R])[];
    /** All that is wrong, as far as it was checked. */
    readonly problems: readonly InputError[];
    /** How many records were checked, and how many there are. */
    readonly checked: number;
    readonly total: number;
}
/** Checks the records of a fixture file, up to the record with the last problem that is collected. @param complete (none is completed) */
export declare function checkRows<R>(record: z.ZodMiniType<R>, content: unknown, complete?: CompleteRow): CheckedRows<R>;
/** The records of a fixture file. @param source its name in the error. @throws InputError for the first thing that is wrong */
export declare function requireSound<R>(source: string, { records, problems, checked, total }: CheckedRows<R>): readonly R[];
/** The records of a fixture file, which no schema has checked. */
export declare function rowsIn(content: unknown): unknown;
/** The path of a record in a fixture file. */
export declare function rowPath(content: unknown, position: number): readonly PropertyKey[];
