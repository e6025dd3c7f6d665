import { InputError } from '../lib/input-error.ts'
import { listed } from '../lib/listed.ts'
import type { RunEnd } from './run.ts'
import type { Trace } from './trace.ts'

/** The suite, as it was without a change. */
export interface Baseline {
  /** The longer one of its two runs. */
  readonly durationMs: number
  /** Tests of the suite; null where it wrote no report that was read. */
  readonly tests: number | null
  /** The requests of its first run. */
  readonly trace: Trace
  /** The requests of both. */
  readonly both: Trace
}

/** A baseline that a sweep cannot build on. */
export class BaselineError extends InputError {
  /** The end of the output. */
  readonly tail: string

  constructor(message: string, tail = '') {
    super(message, { field: 'sweep' })
    this.tail = tail
  }
}

/** Takes two runs without a change as the baseline. @param limitMs longest time of a run. @throws BaselineError unless both passed and sent requests */
export function toBaseline(runs: readonly RunEnd[], limitMs: number): Baseline {
  const failed = runs.find(({ outcome }) => outcome !== 'passed')
  if (failed !== undefined) {
    const isFlaky = runs.some(({ outcome }) => outcome === 'passed')
    throw new BaselineError(`the command ${failureOf(failed, isFlaky, limitMs)}`, failed.tail)
  }
  const both = {
    entries: runs.flatMap(({ trace }) => trace.entries),
    hasDelivered: runs.some(({ trace }) => trace.hasDelivered),
  }
  if (both.entries.length === 0) {
    const where = 'it finds the fake by CLOUDSEC_BASE_URL and CLOUDSEC_API_KEY, or starts one of this package'
    throw new BaselineError(`the command passed, but sent no request to a fake: ${where}`)
  }
  const [first] = runs
  return {
    durationMs: Math.max(...runs.map((run) => run.durationMs)),
    tests: first?.tests?.total ?? null,
    trace: first?.trace ?? both,
    both,
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
