import { TypedFastBitSet } from 'typedfastbitset/lib/TypedFastBitSet.js';
/** A set of positions in a table: one bit for each position. */
export type Bitmap = TypedFastBitSet;
/** The positions that share a value: few as an ascending list, many as bits. A rare value would waste a bitmap. */
type Positions = number[] | Bitmap;
/** The positions of each value of a field. */
export type FieldIndex = ReadonlyMap<string, Positions>;
/** An empty set of positions below a size. */
export declare function emptyBitmap(size: number): Bitmap;
/** The set of all positions below a size. */
export declare function fullBitmap(size: number): Bitmap;
/** The positions that have one of some values. */
export declare function unionOf(size: number, index: FieldIndex, values: readonly string[]): Bitmap;
/** Indexes a field of some records. */
export declare function indexField<R>(size: number, recordAt: (position: number) => R, valuesOf: (record: R) => readonly string[]): FieldIndex;
/** Indexes several fields, and reads each record once. */
export declare function indexFields<R>(size: number, recordAt: (position: number) => R, fields: readonly ((record: R) => readonly string[])[]): readonly FieldIndex[];
/** An index of the same records in another order. @param places the new position of each */
export declare function reorderIndex(index: FieldIndex, places: Uint32Array): FieldIndex;
/** Some positions of a set, ascending. @param start positions to pass over; `end` is not included */
export declare function sliceBitmap({ words }: Bitmap, start: number, end: number): readonly number[];
/** The number of positions of a set before one. */
export declare function countBefore({ words }: Bitmap, position: number): number;
export {};
