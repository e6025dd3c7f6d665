import { InputError } from '../lib/input-error.ts'
import { listed } from '../lib/listed.ts'
import type { Lanes } from './lanes.ts'
import type { FailedTest } from './report.ts'
import { type RunEnd, runOnce, type Suite } from './run.ts'
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

/** Longest time of a run where `--timeout` does not say it. */
const longestMs = 600_000

/** A baseline that a sweep cannot build on. */
export class BaselineError extends InputError {
  /** The end of the output. */
  readonly tail: string

  constructor(message: string, tail: string) {
    super(message, { field: 'sweep' })
    this.tail = tail
  }
}

/** Runs a suite twice without a change. @throws BaselineError unless both pass and send requests; an Error where the command cannot be started */
export async function runBaseline(
  suite: Suite,
  {
    lanes,
    timeoutMs,
    ran,
  }: { readonly lanes: Lanes; readonly timeoutMs: number | undefined; readonly ran: () => void },
): Promise<Baseline> {
  const limitMs = timeoutMs ?? longestMs
  const runBare = async (): Promise<RunEnd> =>
    await lanes.one(async () => {
      const run = await runOnce(suite, { choices: {} }, limitMs)
      ran()
      return run
    })
  const runs = await lanes.all([runBare(), runBare()])
  const failed = runs.filter(({ outcome }) => outcome !== 'passed')
  const [first] = failed
  if (first !== undefined) throw new BaselineError(failureOf(first, failed.length < runs.length, limitMs), first.tail)
  const [trace = empty] = runs.map((run) => run.trace)
  const both = {
    entries: runs.flatMap((run) => run.trace.entries),
    hasDelivered: runs.some((run) => run.trace.hasDelivered),
  }
  if (both.entries.length === 0) {
    const where = 'it finds the fake by CLOUDSEC_BASE_URL and CLOUDSEC_API_KEY, or starts one of this package'
    throw new BaselineError(`the command passed, but sent no request to a fake: ${where}`, '')
  }
  return {
    durationMs: Math.max(...runs.map((run) => run.durationMs)),
    tests: runs[0]?.tests?.total ?? null,
    trace,
    both,
  }
}

const empty: Trace = { entries: [], hasDelivered: false }

function failureOf({ outcome, exitCode, tests }: RunEnd, isFlaky: boolean, limitMs: number): string {
  if (outcome === 'timed_out')
    return `the command takes longer than ${limitMs / 1000}s without any change; --timeout sets another limit`
  const how = exitCode === null ? 'is killed' : `ends with ${exitCode}`
  const names = listed(tests?.failed ?? [], ', ', ({ name }: FailedTest) => name, 3)
  const failing = names === '' ? '' : ` (${names})`
  return isFlaky
    ? `the command passes once and ${how} once without any change${failing}; make it repeatable first`
    : `the command ${how} without any change${failing}; it has to pass first`
}
