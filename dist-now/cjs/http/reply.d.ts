import type { Written } from '../lib/body.ts';
import type { AnswerHeaders } from './answer.ts';
/** A response before its headers are complete. */
export interface Reply {
    readonly status: number;
    /** The whole body: the envelope (§2.1) as JSON text; null for none. */
    readonly body: Written | null;
    /** Headers that not every response has. */
    readonly headers: AnswerHeaders;
}
/** The headers of a reply without headers of its own. */
export declare const noHeaders: AnswerHeaders;
/** The envelope around one record. @param data the record as JSON text */
export declare function itemBody(data: string): Written;
/** The envelope around a page of records. @param items the records, and the pagination object, as JSON texts */
export declare function listBody(items: readonly string[], pagination: string): Written;
