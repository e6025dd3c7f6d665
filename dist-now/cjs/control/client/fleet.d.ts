import type { SandboxInfo } from '../endpoints/sandboxes.ts';
import { type ConnectOptions } from './connect.ts';
import type { ApiNames, NoNames } from './control.ts';
import type { Fake } from './sandbox-client.ts';
/** A sandbox of a fleet. Its addresses are those at its instance. */
export interface FleetSandbox<Names extends ApiNames = NoNames> extends SandboxInfo {
    /** The fake that has it. */
    readonly instance: Fake<Names>;
}
/** Several fakes that share the sandboxes behind a balancer. */
export interface Fleet<Names extends ApiNames = NoNames> {
    /** In the order of their addresses. */
    readonly instances: readonly Fake<Names>[];
    readonly sandboxes: {
        /** Lists the sandboxes of all instances, instance by instance. Each instance has a `default`; a balancer leads to one of them. */
        readonly list: () => Promise<readonly FleetSandbox<Names>[]>;
    };
}
/**
 * Connects to the instances of a fleet.
 * @param urls the address of each instance, not that of their balancer
 * @throws InputError for no address, two of one instance, and one that is no address of a fake; ControlError for one where no
 * fake answers, or that requires another token
 */
export declare function connectToAll<Names extends ApiNames = NoNames>(areas: readonly Names['area'][], urls: readonly string[], options?: ConnectOptions): Promise<Fleet<Names>>;
