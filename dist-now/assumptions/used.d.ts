import { type Assume, type AssumptionId, type Profile } from './register.ts';
/** The rows that one answer depended on: a bit for each row of the register. */
export declare class UsedAssumptions {
    #private;
    /** Adds a row. */
    add(id: AssumptionId): void;
    /** True if a row was added. */
    has(id: AssumptionId): boolean;
    /** The ids of the rows added so far, in the register's order. */
    ids(): AssumptionId[];
    /** Adds the rows of another one. */
    addAll(other: UsedAssumptions): void;
    /** A copy, for `restore`. */
    copy(): UsedAssumptions;
    /** Goes back to the rows of a copy. */
    restore(copy: UsedAssumptions): void;
}
/** An `Assume` that reads a profile. @param used takes every row that is asked for (none) */
export declare function createAssume(profile: Profile, used?: UsedAssumptions): Assume;
/** The choices that something is made by. */
export interface Reading {
    readonly profile: Profile;
    /** Takes the rows that it depends on (none). */
    readonly used?: UsedAssumptions;
}
/** Makes a value once for each profile. What is made by it depends on all rows that it was made from. */
export declare function perProfile<T>(make: (assume: Assume) => T): (reading: Reading) => T;
