import { connect } from '../app/client.ts'
import type { Fake } from '../app/client.ts'
import type { ListenOptions } from '../app/listen-options.ts'
import type { FakeOptions } from '../app/options.ts'
import { clientVariables, tokenVariable } from '../control/client/client-variables.ts'
import { InputError, quote } from '../lib/input-error.ts'
import { isJsonObject } from '../lib/merge-patch.ts'
import { startFake } from '../server/start-fake.ts'
import type { ConductChecks, ConductMode } from './conduct.ts'
import { checkCoverage, type CoverageChecks, readCoverage } from './coverage.ts'
import type { StrictChecks } from './strict.ts'

/** Options of the fake of a test runner. */
export interface RunnerOptions extends Omit<FakeOptions, 'coverage'>, ListenOptions {
  /**
   * Prints at the end of the file or worker what its tests have met, fails below a threshold, and writes a file; a running
   * fake that is used leaves this to `exec --coverage`. Default: false.
   */
  readonly coverage?: boolean | CoverageChecks | undefined
  /**
   * Fails a test that passes otherwise if a request matched no operation (`unmatched`), or if a scenario with rules was on and never
   * fired (`scenarios`); `true` asks for both. Default: false.
   */
  readonly strict?: boolean | StrictChecks | undefined
  /**
   * Judges the requests of a test that passes otherwise: fails it for an error or a warning (`fail`), or prints what it found (`warn`).
   * `{ mode, allow, pollEvery }` leaves verdicts out, and says how often a record may be read. Default: no judgement.
   */
  readonly conduct?: ConductMode | ConductChecks | undefined
}

/** Limit of sandboxes in the fake of one file or worker: each test has one, and those of failed tests are kept. */
const maxSandboxes = 100_000

/**
 * Opens the fake for the sandboxes of a test runner: the running one that the environment names, unless there are options, else a new one.
 * @throws InputError for options that cannot be used, ControlError where the fake that runs cannot be reached
 */
export async function openFake(given: RunnerOptions = {}): Promise<Fake> {
  if (!isJsonObject(given)) throw new InputError(`the options: expected an object, got ${quote(given)}`)
  const { running, coverage, options } = read(given)
  if (running !== undefined) return await connect(running, { token: process.env[tokenVariable] })
  return await startFake({ maxSandboxes, ...options, coverage: coverage !== undefined })
}

/** Closes a fake that `openFake` opened. @throws Error if its coverage is below a threshold of the options */
export async function closeFake(fake: Fake, given: RunnerOptions = {}): Promise<void> {
  const { running, coverage } = read(given)
  try {
    if (running === undefined && coverage !== undefined) await checkCoverage(fake, coverage)
  } finally {
    await fake.close()
  }
}

/** Reads the running fake to use (none), the checks of coverage (none), and the options of a new fake. @throws InputError */
function read(given: RunnerOptions) {
  const { strict: _strict, conduct: _conduct, coverage, ...options } = given
  const named = process.env[clientVariables.controlUrl] ?? ''
  const running = Object.keys(options).length === 0 && named !== '' ? named : undefined
  return { running, coverage: readCoverage({ coverage }), options }
}

/** A fake that opens with the first test that needs it. */
export interface LazyFake {
  readonly open: () => Promise<Fake>
  /** Closes it if it was opened. */
  readonly close: () => Promise<void>
}

/** @param options of the fake, as `openFake` takes them */
export function lazyFake(options: RunnerOptions | undefined): LazyFake {
  let opened: Promise<Fake> | undefined
  return {
    open: async () => await (opened ??= openFake(options)),
    close: async () => {
      const fake = await opened?.catch(() => undefined)
      if (fake !== undefined) await closeFake(fake, options)
    },
  }
}
