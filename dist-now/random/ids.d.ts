import * as z from 'zod/mini';
/** An id for examples, which no record has. */
export declare const unknownId = "00000000-0000-4000-8000-000000000000";
/** What an id may be where the register can choose ids of one's own, for messages. */
export declare const idRule = "a UUID, or with --assume resourceIdFormat=any 1 to 200 letters, digits and -_.:/";
/** The form of ids in requests and responses. Inside the fake an id is a lower-case UUID, or one's own in a fake that takes any. */
export interface IdKind {
    /** A UUID, a prefix and 32 hexadecimal digits, or a UUID or one's own. */
    readonly format: 'uuid' | 'opaque' | 'any';
    /** The prefix of an opaque id (`res`). */
    readonly prefix: string;
}
export declare function isUuid(text: string): boolean;
/** An id in the form of a response. A text that is not a UUID stays as it is. */
export declare function formatId(id: string, { format, prefix }: IdKind): string;
/** The kept form of an id in a request; undefined if its form is wrong. */
export declare function parseId(text: string, { format, prefix }: IdKind): string | undefined;
/** The kept form of an id that a person wrote, in the form of answers or of fixtures. */
export declare const keptId: (text: string, kind: IdKind) => string;
/** The schema of ids in requests and responses. */
export declare function idSchema({ format, prefix }: IdKind): z.ZodMiniType<string>;
/** An id of a fixture that may be one's own, if the fake takes any. */
export declare const anyIdSchema: z.ZodMiniString<string>;
/** A UUID of a fixture, which may have either case there. */
export declare const uuidSchema: z.ZodMiniGUID;
