import { type CoverageKind, type CoverageReport } from './report.ts';
/** The parts of a report that can have a threshold: the whole, and each kind of cells. */
export declare const thresholdNames: readonly ["total", "success", "error", "fault", "state", "page"];
/** The least percents that have to be met. */
export type Thresholds = Readonly<Partial<Record<'total' | CoverageKind, number | undefined>>>;
/** Reads thresholds such as `60`, of the whole, and `error=50`. @throws InputError */
export declare function readThresholds(texts: readonly string[], field: string): Thresholds;
/** Says which thresholds a report misses, one line each. */
export declare function missedIn({ total, kinds }: CoverageReport, thresholds: Thresholds): readonly string[];
