/** A JSON file that was read. */
export interface JsonFile {
    /** The parsed content, which no schema has checked yet. */
    readonly content: unknown;
    /** The path of the file, as errors name it. */
    readonly source: string;
}
/** Reads a JSON file. @throws InputError with the file and the reason */
export declare function readJsonFile(source: string): JsonFile;
/** Reads JSON from elsewhere. @param source its name in errors. @throws InputError */
export declare function readJsonText(source: string, text: string): JsonFile;
/** Reads a JSON file of the package. It skips the check of each field, which is slow: tests know that the file is sound. */
export declare function readOwnJsonFile(source: string): JsonFile;
/** The most bytes of a file: 256 MiB. */
export declare const maxFileBytes = 268435456;
/** Reads a text file. @throws InputError with the file and the reason */
export declare function readTextFile(source: string): string;
/** The names of the JSON files in a folder, sorted. @param field the option that names the folder. @throws InputError */
export declare function listJsonFiles(folder: string, field: string): string[];
