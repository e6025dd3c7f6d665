import type { ApiKey } from '../auth/keys.ts';
import type { Permissions } from '../auth/permission.ts';
import type { Log } from '../lib/log.ts';
import type { RecordAdmin } from '../sandbox/record-admin.ts';
import type { Sandboxes } from '../sandbox/sandboxes.ts';
import { ApiError } from '../spec/api-error.ts';
import type { ErrorCode } from '../spec/errors.ts';
import type { Answer } from './answer.ts';
import { type SentBody } from './body.ts';
import type { Operation } from './operation.ts';
import { type Reply } from './reply.ts';
import { type RequestContext } from './request-context.ts';
/** The parts of a fake that serve requests. */
export interface Service {
    readonly sandboxes: Sandboxes;
    readonly operations: readonly Operation[];
    /** The permissions that the operations need. */
    readonly permissions: Permissions;
    /** The tags of the OpenAPI document: the areas of the API. */
    readonly tags: readonly {
        readonly name: string;
        readonly description: string;
    }[];
    /** Loads the code that changes records. */
    readonly recordAdmins: () => Promise<readonly RecordAdmin[]>;
    readonly log: Log;
    /** Aborted when the fake starts to stop: it lets go of requests that hang. */
    readonly stopping: AbortSignal;
    /** Aborted when the fake has ended: requests that still wait give up. */
    readonly ended: AbortSignal;
}
/** Authenticates a request, counts it on its quota, and keeps its sandbox if its key is valid. @throws ApiError where the fake holds too many sandboxes */
export declare function runFirstChecks({ sandboxes }: Service, ctx: RequestContext): void;
/** Lets in a request that passed the first checks. @throws ApiError for any other */
export declare function admit({ key, keyRefusal, quota, assume }: RequestContext): ApiKey;
/** Reads the body of a request, or the reason why it cannot. */
export declare function readSent(ctx: RequestContext, request: Request): Promise<SentBody | ApiError>;
/** Serves a request that passed the first checks: permission, validation, handler. @throws ApiError */
export declare function handle({ operations, permissions }: Service, ctx: RequestContext, key: ApiKey, sent: SentBody | ApiError): Reply;
/** Responds with an error, or with internal_error to a defect. */
export declare function respondWithError(service: Service, ctx: RequestContext, error: unknown): Answer;
/** Responds to a request. @param code the error; undefined for a success. @param nearest similar operations, where none matched */
export declare function respond(service: Service, ctx: RequestContext, reply: Reply, code?: ErrorCode, nearest?: readonly string[]): Answer;
/** The response to an error outside the requests of sandboxes. */
export declare function answer(ctx: RequestContext, refusal: ApiError): Answer;
/** Logs a defect. @returns the error for the client */
export declare function toInternalError({ log }: Service, error: unknown): ApiError;
