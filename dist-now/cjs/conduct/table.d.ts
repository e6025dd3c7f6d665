/** Every verdict, the worst first. */
export declare const verdicts: readonly [import("./verdict.ts").Verdict<"retried-too-early">, import("./verdict.ts").Verdict<"repeated-committed-create">, import("./verdict.ts").Verdict<"used-revoked-key">, import("./verdict.ts").Verdict<"took-tampered-webhook">, import("./verdict.ts").Verdict<"retried-in-vain">, import("./verdict.ts").Verdict<"retried-without-backoff">, import("./verdict.ts").Verdict<"gave-up">, import("./verdict.ts").Verdict<"built-page-link">, import("./verdict.ts").Verdict<"asked-beyond-end">, import("./verdict.ts").Verdict<"polled-too-often">, import("./verdict.ts").Verdict<"polled-after-end">, import("./verdict.ts").Verdict<"sent-ignored-fields">, import("./verdict.ts").Verdict<"matched-no-operation">, import("./verdict.ts").Verdict<"key-too-powerful">, import("./verdict.ts").Verdict<"read-small-pages">];
/** Id of a verdict. */
export type VerdictId = (typeof verdicts)[number]['id'];
/** Reads ids of verdicts. @param field names them in errors @throws UnknownError */
export declare function readVerdictIds(ids: readonly string[], field: string): readonly VerdictId[];
