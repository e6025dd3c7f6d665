import { type AssumptionId, type Profile } from './register.ts';
/** Choices that differ from the defaults. */
export type Choices = Partial<Profile>;
/** The default of every row. */
export declare const defaultProfile: Profile;
/**
 * Creates a profile of the given choices, and the default of every other row.
 * @throws InputError for an unknown row or option, with the nearest known ones
 */
export declare function createProfile(choices?: Readonly<Record<string, unknown>>): Profile;
/**
 * Checks choices that a user wrote.
 * @throws InputError as `createProfile` does
 */
export declare function readChoices(choices: Readonly<Record<string, unknown>>): Choices;
/** The row in which choices leave an option that stays, or enter one by a scenario, which may end; undefined for none. */
export declare function stuckRow(choices: Choices, profile: Profile, byScenario: boolean): AssumptionId | undefined;
/** Refuses choices that leave an option that stays, or enter one by a scenario. @param profile before. @throws InputError */
export declare function refuseStuck(choices: Choices, profile: Profile, byScenario?: boolean): void;
/** The choices of a profile that differ from the defaults. */
export declare function changedChoices(profile: Profile): Choices;
/** True if the register has an id. */
export declare function isAssumptionId(id: string): id is AssumptionId;
