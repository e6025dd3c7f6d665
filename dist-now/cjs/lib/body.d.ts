/** A body to send: text that is encoded as UTF-8, or bytes. */
export type Body = string | Uint8Array<ArrayBuffer>;
/** A body in pieces. Pieces that others keep too are shared, and not copied. */
export type Written = Body | readonly string[];
/** A body in one piece. */
export declare function inOnePiece(body: Written): Body;
/** A body as text. */
export declare function toText(body: Written): string;
/** The length of a body in characters of text or in bytes. */
export declare function lengthOf(body: Written): number;
