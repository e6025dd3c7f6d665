export type JsonObject = Readonly<Record<string, unknown>>;
/** Says if a value is a JSON object: neither null nor an array. */
export declare function isJsonObject(value: unknown): value is JsonObject;
/** The treatment of arrays in a patch. */
interface MergeOptions {
    /** Merges an object into each object of an array. RFC 7396 would replace the array. */
    readonly intoItems?: boolean;
}
/**
 * Applies a JSON merge patch (RFC 7396): it merges an object field by field, null removes a field, any other value replaces it.
 * @throws InputError for a patch of more than 100 levels
 */
export declare function mergePatch(target: JsonObject, patch: JsonObject, options?: MergeOptions, level?: number): JsonObject;
/** Replaces the values of fields by name, at any depth of a JSON value. It adds no field. */
export declare function replaceFields(value: unknown, values: JsonObject): unknown;
export {};
