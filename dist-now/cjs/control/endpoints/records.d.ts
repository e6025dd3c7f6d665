import * as z from 'zod/mini';
import type { Call } from '../client/call.ts';
declare const record: () => z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>;
/** A record in the form of the fixture files, of an area that only the fake knows. */
export type FixtureRecord = z.infer<ReturnType<typeof record>>;
/** What the types of a client take from the records of an area. */
export interface RecordKind {
    /** A record in the form of its fixture file. */
    readonly row: object;
    /** Name of a filter of the API's list. */
    readonly filter: string;
}
/** The kind of records of each area, by its name. */
export type RecordKinds = Readonly<Record<string, RecordKind>>;
/** A kind of records that only the fake knows. */
export interface AnyKind extends RecordKind {
    readonly row: FixtureRecord;
}
/** A selection of records (all): filters by the names that they have in the API's list of the area, and a page. */
export type RecordQuery<Kind extends RecordKind> = {
    /** The most records to list (100). */
    readonly limit?: number;
    /** How many records to skip (0). */
    readonly offset?: number;
} & {
    readonly [Filter in Kind['filter']]?: string | number | readonly string[] | undefined;
};
/** Some fields of a record: objects in part, lists as a whole, and null for an optional field that the record shall not have. */
export type RecordFields<Value> = Value extends readonly (infer Item)[] ? readonly Item[] : Value extends object ? {
    readonly [Field in keyof Value]?: RecordFields<Value[Field]> | (undefined extends Value[Field] ? null : never) | undefined;
} : Value;
/** Limits of a page of records. */
export declare const pageLimits: {
    readonly usual: 100;
    readonly most: 1000;
};
/** The endpoints of each area that has records: `{area}` stands for its name, and the operation ids are `arrange.AREA.ID`. */
export declare const recordEndpoints: {
    readonly list: {
        readonly method: "GET";
        readonly path: "/{area}";
        readonly summary: "Lists the records, the newest first";
        readonly query: {
            readonly limit: {
                readonly description: "The most records to list.";
                readonly schema: () => z.ZodMiniType;
            };
            readonly offset: {
                readonly description: "How many records to skip.";
                readonly schema: () => z.ZodMiniType;
            };
        };
        readonly answer: () => z.ZodMiniObject<{
            items: z.ZodMiniArray<z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>>;
            total: z.ZodMiniNumber<number>;
        }, z.core.$strict>;
    };
    readonly show: {
        readonly method: "GET";
        readonly path: "/{area}/{name}";
        readonly summary: "Shows a record";
        readonly answer: () => z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>;
    };
    readonly create: {
        readonly method: "POST";
        readonly path: "/{area}";
        readonly summary: "Creates a record; fields that are left out are drawn";
        readonly body: () => z.ZodMiniUnknown;
        readonly answer: () => z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>;
        readonly status: 201;
    };
    readonly update: {
        readonly method: "PATCH";
        readonly path: "/{area}/{name}";
        readonly summary: "Changes a record by a JSON merge patch";
        readonly body: () => z.ZodMiniUnknown;
        readonly answer: () => z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniUnknown>;
    };
    readonly remove: {
        readonly method: "DELETE";
        readonly path: "/{area}/{name}";
        readonly summary: "Deletes a record";
    };
};
/** The records of one area in one sandbox, in the form of the fixture files. */
export interface RecordControl<Kind extends RecordKind> {
    /**
     * Lists records, the newest first.
     * @param query the filters of the API's list, the number of records to list (100) and to skip (0)
     * @returns the records, and how many the filters select in all
     * @throws InputError for an unknown filter, and for a value that cannot be used
     * @example
     * ```ts
     * const { items, total } = await fake.resources.list({ type: 'database', limit: 20 })
     * ```
     */
    list(query?: RecordQuery<Kind>): Promise<{
        items: Kind['row'][];
        total: number;
    }>;
    /** Returns a record, or undefined where none has the id. */
    get(id: string): Promise<Kind['row'] | undefined>;
    /**
     * Creates a record.
     * @param fields some of its fields; the others are drawn
     * @throws InputError for a record that cannot be used, and for an id that another record has
     */
    create(fields?: RecordFields<Kind['row']>): Promise<Kind['row']>;
    /**
     * Changes a record.
     * @param patch a JSON merge patch (RFC 7396)
     * @throws InputError where no record has the id, and for a result that cannot be used; then nothing changes
     */
    update(id: string, patch: RecordFields<Kind['row']>): Promise<Kind['row']>;
    /**
     * Deletes a record.
     * @throws InputError where no record has the id
     */
    remove(id: string): Promise<void>;
}
/** The records of each area in one sandbox. */
export type RecordControls<Area extends string, Kinds extends RecordKinds> = {
    readonly [Name in Area]: RecordControl<Kinds[Name]>;
};
/** Creates the control of the records of each area. @param areas the names of the areas */
export declare function createRecordControls<Area extends string, Kinds extends RecordKinds>(call: Call, areas: readonly Area[]): RecordControls<Area, Kinds>;
export {};
