import * as z from 'zod/mini';
/** The facts about an option that its schema does not have. */
export interface OptionInfo {
    /** The text of `--help` and of the page on configuration, in Markdown. */
    readonly description: string;
    /** The placeholder of the value in `--help`; a switch has none. */
    readonly value?: string;
    /** A flag of one letter. */
    readonly short?: string;
    /** The default in words, where the schema has none or its value reads badly. */
    readonly default?: string;
    /** The default of a program, where it is another one. */
    readonly defaultInPrograms?: string;
    /** In a configuration file, the path is relative to that file. */
    readonly isPath?: true;
    /** A reload of the configuration file does not change the option. */
    readonly needsRestart?: true;
}
/** Options by name: each schema carries its default, and is registered in `optionInfo`. */
export type OptionSchemas = Readonly<Record<string, z.ZodMiniType>>;
/** The schemas of some options. */
export type SchemasOf<T> = {
    readonly [K in keyof T]-?: z.ZodMiniType<unknown, T[K]>;
};
/** The facts about each option, by its schema. */
export declare const optionInfo: z.core.$ZodRegistry<OptionInfo, z.core.$ZodType<unknown, unknown, z.core.$ZodTypeInternals<unknown, unknown>>>;
/** An option as flags, configuration file and documents need it. */
export interface OptionRow extends OptionInfo {
    readonly name: string;
    readonly kind: 'switch' | 'number' | 'list' | 'text';
    /** The values that the option may have; undefined for any. */
    readonly choices: readonly string[] | undefined;
}
/** The options of a table, each as one row. */
export declare function toRows(options: OptionSchemas): readonly OptionRow[];
/** A whole number. @param min undefined for no bound; likewise `max` */
export declare function wholeNumber(min?: number, max?: number): z.ZodMiniNumber<number>;
/** A text; the system would cut one that has a NUL, or refuse it. */
export declare const text: z.ZodMiniString<string>;
/** The path of a file that has to exist. */
export declare const filePath: z.ZodMiniString<string>;
/** A list. */
export declare const listOf: <T extends z.ZodMiniType>(item: T) => z.ZodMiniReadonly<z.ZodMiniArray<T>>;
