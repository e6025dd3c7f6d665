import { type ApiNames, type NoNames } from './control.ts';
import { type Fake } from './sandbox-client.ts';
/** Options of `connect`. */
export interface ConnectOptions {
    /** The control token of the fake (none). */
    readonly token?: string | undefined;
}
/**
 * Connects to a fake that runs elsewhere.
 * @param areas the names of the areas of its API
 * @param url its origin, a base URL (`…/v1`, `…/@NAME/v1`) or its control URL
 * @throws InputError for any other URL; ControlError where no fake answers, or where it requires another token
 */
export declare function connectTo<Names extends ApiNames = NoNames>(areas: readonly Names['area'][], url: string, { token }?: ConnectOptions): Promise<Fake<Names>>;
/** Reads the URL of a fake. @throws InputError */
export declare function readUrl(text: string): {
    readonly origin: string;
    readonly name: string;
};
/** Why a request got no answer. A server that speaks TLS answers, even if its certificate is not trusted. */
export declare function failureOf(error: unknown): string;
