import type { AnswerOf, BodyOf, Endpoint, PathParameters, QueryOf } from '../endpoints/endpoint.ts';
/** Sends a request to the control plane of one sandbox. @param path below `/_control` */
export type Send = (path: string, init: RequestInit) => Promise<Response>;
/** The value of a query parameter, or several of one that may be repeated; undefined is the same as none. */
type QueryValue = string | number | boolean | readonly string[] | undefined;
/** The content of a request to an endpoint. */
type Input<E extends Endpoint> = (E extends {
    readonly query: unknown;
} ? {
    readonly query?: QueryOf<E, QueryValue>;
} : unknown) & (E extends {
    readonly body: unknown;
} ? {
    readonly body: BodyOf<E>;
} : unknown) & ([keyof PathParameters<E>] extends [never] ? unknown : {
    readonly path: PathParameters<E>;
});
/**
 * Calls an endpoint of the control plane, and returns its answer.
 * @throws InputError (UnknownError and TakenError among them) for input that cannot be used; ControlError for any other failure
 */
export type Call = <E extends Endpoint>(endpoint: E, input: Input<E>) => Promise<AnswerOf<E>>;
/** Creates the calls to one control plane. @param where it is, for messages */
export declare function createCall(send: Send, where: string): Call;
/** Query parameters with their question mark, sorted by name; undefined values are left out. */
export declare function toQuery(values?: Readonly<Record<string, QueryValue>>): string;
/** The error for a response that is not ok. @param where the control plane is, for messages */
export declare function errorOf(response: Response, where: string): Promise<Error>;
export {};
