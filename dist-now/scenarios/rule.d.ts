import { type Matcher, type Subject } from './matcher.ts';
import { type Period, type TimeFields } from './period.ts';
import { type Effect, type RuleStage, type ScenarioRule } from './rule-schema.ts';
/** The header in which a request has the effect of one rule for itself (`{"error":"internal_error"}`). It belongs to the fake, not to the document. */
export declare const thenHeader = "X-Fake-Then";
/** The matching requests on which a rule fires. */
type Count = Exclude<ScenarioRule['count'], number | undefined>;
/** A rule without counts, which all sandboxes share. */
export interface CompiledRule {
    readonly stage: RuleStage;
    readonly count: Count;
    readonly matches: Matcher;
    readonly time: TimeFields;
    readonly effect: Effect;
}
/** Compiles a rule. */
export declare function compileRule({ when, times, count, phase, then: effect, }: ScenarioRule): CompiledRule;
/** Says which rules never fire, since another one takes every request before them. */
export declare function hiddenRules(rules: readonly ScenarioRule[]): readonly string[];
/** Compiles a rule that is for every request. */
export declare function compileEffect(effect: Effect): CompiledRule;
/** The result of a search of the rules. */
export interface Found {
    readonly delayMs: number;
    /** The effect of the first rule that fired and does more than delay. */
    readonly effect: Effect | undefined;
    /** The instant at which that rule no longer holds; undefined where it has no end. */
    readonly endMs: number | undefined;
    /** The names of the rules that fired (`flaky[0]`). */
    readonly fired: readonly string[];
}
/** The place of a rule in one sandbox. */
interface Place {
    /** The scenario and the position of the rule in it (`flaky[0]`). */
    readonly name: string;
    readonly seed: number;
    /** The instant at which its scenario was switched on. */
    readonly sinceMs: number;
}
/** A rule with its counts in one sandbox. */
export declare class ActiveRule {
    #private;
    readonly compiled: CompiledRule;
    readonly name: string;
    /** The time in which it holds; undefined for always. */
    readonly period: Period | undefined;
    /** Requests that matched. */
    matches: number;
    /** Matching requests on which it fired. */
    hits: number;
    constructor(compiled: CompiledRule, { name, seed, sinceMs }: Place, { matches, hits }?: {
        matches: number;
        hits: number;
    });
    /** Counts a request if it matches. @returns true if the rule fires, by after, every, chance and first in that order */
    fires(subject: Subject, nowMs: number): boolean;
    /** The instant at which it no longer holds; undefined where it has no end, and where its count ended it before. */
    get endMs(): number | undefined;
    /** The delay of the request on which the rule just fired, in milliseconds. */
    delayMs(): number;
}
/** Tries rules in order. The first that fires ends the search, unless it only delays. @param nowMs the instant of the request */
export declare function search(rules: readonly ActiveRule[], stage: RuleStage, subject: Subject, nowMs: number): Found;
export {};
