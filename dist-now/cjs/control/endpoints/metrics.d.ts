import * as z from 'zod/mini';
import type { Call } from '../client/call.ts';
export declare const metricsEndpoints: {
    readonly showMetrics: {
        readonly method: "GET";
        readonly path: "/metrics";
        readonly summary: "Shows the counts and gauges of the whole fake, for Prometheus";
        readonly answer: () => z.ZodMiniString<string>;
        readonly contentTypes: readonly ["text/plain"];
    };
};
/** Creates the calls about the metrics of a fake. */
export declare function createMetricsControl(call: Call): {
    /** Shows the metrics of the whole fake, as Prometheus reads them: requests, rules, assumptions, quotas, outbox, memory. */
    metrics(): Promise<string>;
};
/** The metrics of a fake. */
export interface MetricsControl extends ReturnType<typeof createMetricsControl> {
}
