/**
 * Input that cannot be used: an option, a flag, a file, or a value in one of them.
 * `message` is one line, such as `quota: expected a whole number of at least 1, got 0`.
 */
export declare class InputError extends Error {
    #private;
    readonly name = "InputError";
    /**
     * The option, field or file that the message begins with, such as `quota`, `rules[0].then` or `data/keys.json`.
     * Undefined where the message is about the input as a whole.
     */
    readonly field: string | undefined;
    /** @param reason the message without the field */
    constructor(reason: string, options?: {
        readonly field?: string | undefined;
        readonly cause?: unknown;
    });
    /** The same error about a field of another name, such as the flag that gave it. */
    about(field: string): InputError;
}
/** A name or value that something else already has. */
export declare class TakenError extends InputError {
}
/** A name that nothing has. */
export declare class UnknownError extends InputError {
}
/** True if a field has this name, or is an item of the field with this name: `scenario[0]` is one of `scenario`. */
export declare function isFieldOf(name: string, field: string | undefined): boolean;
/** Runs some work; an InputError that it throws names the subject first (`keys.json: [0].name: …`). */
export declare function inTermsOf<T>(subject: string, work: () => T): T;
/** A text as it may stand in a one-line message: cut where it is long. */
export declare function shorten(text: string): string;
/** A value as it may stand in a one-line message: a text or a number as JSON, cut where it is long; otherwise its kind. */
export declare function quote(value: unknown): string;
