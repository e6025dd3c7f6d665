import { grouped } from '../../core/lib/grouped.ts'
import { InputError } from '../../core/lib/input-error.ts'
import { listed } from '../../core/lib/listed.ts'
import type { RunEnd, RunLimits } from './run.ts'
import { isOfOneTest } from './scope.ts'
import type { Trace } from './trace.ts'

/** The suite, as it was without a change. */
export type Baseline = Readonly<ReturnType<typeof toBaseline>>

/** The error of a baseline that a sweep cannot build on. */
export const noBaseline = (reason: string): InputError => new InputError(reason, { field: 'sweep' })

/**
 * Takes two runs without a change as the baseline.
 * @param limitMs longest time of a run
 * @param onFailure gets the end of the output of a run that failed
 * @throws InputError unless both passed and sent requests
 */
export function toBaseline(runs: readonly RunEnd[], limitMs: number, onFailure: (tail: string) => void) {
  const failed = runs.find(({ outcome }) => outcome !== 'passed')
  if (failed !== undefined) {
    const isFlaky = runs.some(({ outcome }) => outcome === 'passed')
    onFailure(failed.tail)
    throw noBaseline(`the command ${failureOf(failed, isFlaky, limitMs)}`)
  }
  const both: Trace = {
    entries: runs.flatMap(({ trace }) => trace.entries),
    webhooks: runs.flatMap(({ trace }) => trace.webhooks),
  }
  if (both.entries.length === 0) {
    const where = 'it finds the fake by CLOUDSEC_BASE_URL and CLOUDSEC_API_KEY, or starts one of this package'
    throw noBaseline(`the command passed, but sent no request to a fake: ${where}`)
  }
  const [first] = runs
  const trace = first?.trace ?? both
  const names = runs.map((run) => [...new Set(run.trace.entries.map(({ sandbox }) => sandbox))].toSorted().join())
  return {
    durationMs: Math.max(...runs.map((run) => run.durationMs)),
    longestSilenceMs: Math.max(...runs.map((run) => run.longestSilenceMs)),
    /** Tests of the suite; null where it wrote no report that was read. */
    tests: first?.tests?.total ?? null,
    /** The requests of its first run. */
    trace,
    /** The requests of both runs. */
    both,
    /** The ids of the verdicts on the client. */
    verdicts: new Set(runs.flatMap(({ verdicts }) => verdicts.map(({ id }) => id))),
    /** True if each sandbox is of one test, and has the same name in each run. */
    isSplit: both.entries.every(({ sandbox }) => isOfOneTest(sandbox)) && new Set(names).size === 1,
    /** The most requests of an operation in one sandbox. */
    requestsOf: (id: string): number => {
      const requests = trace.entries.filter(({ operation }) => operation === id)
      const ofEach = [...grouped(requests, ({ sandbox }) => sandbox).values()]
      return Math.max(1, ...ofEach.map(({ length }) => length))
    },
  }
}

function failureOf({ outcome, exitCode, tests }: RunEnd, isFlaky: boolean, limitMs: number): string {
  if (outcome === 'timed_out')
    return `takes longer than ${limitMs / 1000}s without any change; --timeout sets another limit`
  const how = exitCode === null ? 'is killed' : `ends with ${exitCode}`
  const names = listed(tests?.failed ?? [], ', ', ({ name }) => name, 3)
  const failing = names === '' ? '' : ` (${names})`
  return isFlaky
    ? `passes once and ${how} once without any change${failing}; make it repeatable first`
    : `${how} without any change${failing}; it has to pass first`
}

const longestBaselineMs = 600_000
const [leastTimeoutMs, timeoutFactor] = [30_000, 5]
const [leastSilenceMs, silenceFactor] = [10_000, 2]

/** The limits of a run. @param timeoutMs the limit that the user sets, which is then the only one; undefined for limits that follow from the baseline. */
export function limitsOf(timeoutMs: number | undefined, baseline?: Baseline): RunLimits {
  if (timeoutMs !== undefined || baseline === undefined) {
    return { timeoutMs: timeoutMs ?? longestBaselineMs, silenceMs: Number.POSITIVE_INFINITY }
  }
  const { durationMs, longestSilenceMs } = baseline
  return {
    timeoutMs: Math.max(leastTimeoutMs, durationMs * timeoutFactor),
    silenceMs: Math.max(leastSilenceMs, longestSilenceMs * silenceFactor),
  }
}
