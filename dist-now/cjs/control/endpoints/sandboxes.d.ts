import * as z from 'zod/mini';
import type { Call } from '../client/call.ts';
declare const sandboxInfo: () => z.ZodMiniObject<{
    name: z.ZodMiniString<string>;
    baseUrl: z.ZodMiniString<string>;
    controlUrl: z.ZodMiniString<string>;
    apiKey: z.ZodMiniNullable<z.ZodMiniString<string>>;
    createdAt: z.ZodMiniISODateTime;
    lastUsedAt: z.ZodMiniISODateTime;
    scenarios: z.ZodMiniArray<z.ZodMiniString<string>>;
    counts: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniNumber<number>>;
    storedBytes: z.ZodMiniNumber<number>;
}, z.core.$strict>;
/** A sandbox in the list of its fake. */
export type SandboxInfo = z.infer<ReturnType<typeof sandboxInfo>>;
export declare const sandboxEndpoints: {
    readonly listSandboxes: {
        readonly method: "GET";
        readonly path: "/sandboxes";
        readonly summary: "Lists all sandboxes of this fake";
        readonly answer: () => z.ZodMiniObject<{
            items: z.ZodMiniArray<z.ZodMiniObject<{
                name: z.ZodMiniString<string>;
                baseUrl: z.ZodMiniString<string>;
                controlUrl: z.ZodMiniString<string>;
                apiKey: z.ZodMiniNullable<z.ZodMiniString<string>>;
                createdAt: z.ZodMiniISODateTime;
                lastUsedAt: z.ZodMiniISODateTime;
                scenarios: z.ZodMiniArray<z.ZodMiniString<string>>;
                counts: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniNumber<number>>;
                storedBytes: z.ZodMiniNumber<number>;
            }, z.core.$strict>>;
        }, z.core.$strict>;
    };
    readonly createSandbox: {
        readonly method: "POST";
        readonly path: "/sandboxes";
        readonly summary: "Creates a sandbox; without a name it gets one";
        readonly body: () => z.ZodMiniOptional<z.ZodMiniObject<{
            name: z.ZodMiniOptional<z.ZodMiniString<string>>;
        }, z.core.$strict>>;
        readonly answer: () => z.ZodMiniObject<{
            name: z.ZodMiniString<string>;
            baseUrl: z.ZodMiniString<string>;
            controlUrl: z.ZodMiniString<string>;
            apiKey: z.ZodMiniNullable<z.ZodMiniString<string>>;
            createdAt: z.ZodMiniISODateTime;
            lastUsedAt: z.ZodMiniISODateTime;
            scenarios: z.ZodMiniArray<z.ZodMiniString<string>>;
            counts: z.ZodMiniRecord<z.ZodMiniString<string>, z.ZodMiniNumber<number>>;
            storedBytes: z.ZodMiniNumber<number>;
        }, z.core.$strict>;
        readonly status: 201;
        readonly createsSandbox: false;
        readonly isAside: true;
    };
    readonly deleteSandbox: {
        readonly method: "DELETE";
        readonly path: "/sandboxes/{name}";
        readonly summary: "Deletes a sandbox with everything in it";
        readonly createsSandbox: false;
        readonly isAside: true;
    };
};
/** Creates the calls about the sandboxes of a fake. */
export declare function createSandboxCalls(call: Call): {
    list(): Promise<readonly SandboxInfo[]>;
    create(name?: string): Promise<SandboxInfo>;
    delete(name: string): Promise<void>;
};
/** The calls about the sandboxes of a fake. */
export interface SandboxCalls extends ReturnType<typeof createSandboxCalls> {
}
export {};
