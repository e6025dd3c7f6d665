/** A kind of answer. */
interface Answer {
    /** Undefined for requests that matched none. */
    readonly operation: string | undefined;
    /** Null where the client got none. */
    readonly status: number | string | null;
    readonly code: string | undefined;
    readonly fault: string | undefined;
}
interface AnswerCount extends Answer {
    count: number;
}
/** Counts the requests of a fake from its start on. No reset, deletion or full journal loses any. */
export declare class RequestCounts {
    #private;
    /** Gives a sandbox counts of its own, if there is room. */
    open(sandbox: string): void;
    /** Counts the requests of a sandbox that is deleted with all others, and makes room for the next one. */
    close(sandbox: string): void;
    /** True if a sandbox has counts of its own. */
    has(sandbox: string): boolean;
    /** Counts a request to a sandbox. */
    add(sandbox: string, answer: Answer): void;
    /** The kinds of answer with their counts, by sandbox. */
    get bySandbox(): readonly (readonly [sandbox: string, answers: readonly AnswerCount[]])[];
}
export {};
