import type * as z from 'zod/mini';
import type { Profile } from '../assumptions/register.ts';
import type { JsonFile } from '../lib/json-files.ts';
import { type IdKind } from '../random/ids.ts';
import { DatasetIndex } from './dataset-index.ts';
import { type CheckedRows, type CompleteRow } from './fixture-rows.ts';
import { type RecordReader, type RecordSource } from './record-source.ts';
/** One kind of record and its fixture file. */
export interface TableDefinition<R> extends RecordReader<R> {
    /** The name of the file (`resources.json`). */
    readonly file: string;
    /** Reads one record of the file, and writes it again: a codec, where records can be changed. */
    readonly record: z.ZodMiniType<R>;
    /** The fields of a row with an id whose form the register decides (none). */
    readonly ids?: Readonly<Record<string, IdField<R>>>;
    /** Fields other than the id in which no two records are the same. Errors do not show their values. */
    readonly unique?: Readonly<Record<string, (record: R) => string>>;
}
/** A field with an id whose form the register decides. */
export interface IdField<R> {
    readonly of: (record: R) => string;
    readonly kind: (profile: Profile) => IdKind;
}
/** Refuses a record with such an id. @throws InputError */
export declare function refuseForeignIds<R>(definition: Pick<TableDefinition<R>, 'ids'>, record: R, profile: Profile): void;
/** How a fixture file is read. */
export interface ReadAs {
    /** The profile of the start (the defaults). */
    readonly profile?: Profile;
    /** Completes the records that leave fields out (none). */
    readonly complete?: CompleteRow;
}
/** The fixtures of a fake. They are immutable, and all its sandboxes share them. Each table has its own part of them. */
export declare class Dataset {
    #private;
    /** An API key with full access; undefined if the fixtures have only hashes of keys. */
    readonly apiKey: string | undefined;
    /** @param digest a text that no other fixtures have. It is called once, on first use */
    constructor(apiKey?: string, digest?: () => string);
    /** A text that no other fixtures have. */
    get fingerprint(): string;
}
/** A kind of record with its records in each dataset. */
export interface Table<R> {
    readonly definition: TableDefinition<R>;
    /**
     * Reads the parsed content of a fixture file into a dataset.
     * @param source the name of the file in errors
     * @throws InputError with the file, the path in the file and the reason
     */
    readonly load: (dataset: Dataset, content: unknown, source: string, as?: ReadAs) => void;
    /** Says what is wrong in the parsed content of a fixture file, with the path of each. */
    readonly check: (content: unknown, as?: ReadAs) => CheckedRows<R>;
    /** Reads a file when its records are first used. The file must be valid. Datasets with the same reader share the records. */
    readonly loadLater: (dataset: Dataset, read: () => JsonFile) => void;
    /** Puts generated records into a dataset, and checks none of them. */
    readonly loadGenerated: (dataset: Dataset, source: RecordSource<R>) => void;
    /** The records of a dataset. There are none before something is loaded. */
    readonly index: (dataset: Dataset) => DatasetIndex<R>;
}
/** Declares a table. */
export declare function defineTable<R>(definition: TableDefinition<R>): Table<R>;
