import * as z from 'zod/mini'

import { connect, type Fake } from '../app/client.ts'
import type { ListenOptions } from '../app/listen-options.ts'
import type { FakeOptions } from '../app/options.ts'
import { readVerdictIds, type VerdictId } from '../conduct/table.ts'
import { clientVariables, tokenVariable } from '../control/client/client-variables.ts'
import { readBy } from '../lib/read-by.ts'
import { startFake } from '../server/start-fake.ts'
import { parseDuration } from '../time/duration.ts'

/** The consequence of an error or a warning: the test fails, or the console shows it. */
export type ConductMode = 'fail' | 'warn'

export interface ConductChecks {
  readonly mode: ConductMode
  /** Ids of verdicts that do not count (none). */
  readonly allow?: readonly VerdictId[] | undefined
  /** The shortest pause between two reads of a record that is not finished (`1s`). */
  readonly pollEvery?: string | undefined
}

export interface RunnerOptions extends FakeOptions, ListenOptions {
  /**
   * Fails a test that passes otherwise if a request matched no operation, or if a scenario with rules was on and never fired.
   * Default: false.
   */
  readonly strict?: boolean | undefined
  /**
   * Judges the requests of a test that passes otherwise: fails it for an error or a warning (`fail`), or prints what it found (`warn`).
   * `{ mode, allow, pollEvery }` leaves verdicts out, and says how often a record may be read. Default: no judgement.
   */
  readonly conduct?: ConductMode | ConductChecks | undefined
}

const mode = z.enum(['fail', 'warn'])

const form = z.looseObject({
  strict: z.optional(z.boolean()),
  conduct: z.optional(
    z.union(
      [mode, z.strictObject({ mode, allow: z.optional(z.array(z.string())), pollEvery: z.optional(z.string()) })],
      { error: "'fail', 'warn' or { mode, allow, pollEvery }" },
    ),
  ),
})

/** Reads the options of a runner; `running` is the fake that the environment names, unless there are `options`. @throws InputError */
export function readRunnerOptions(given: RunnerOptions = {}) {
  const { strict = false, conduct } = readBy(form, given, 'the options')
  const { strict: _strict, conduct: _conduct, ...options } = given
  const named = Object.keys(options).length === 0 ? process.env[clientVariables.controlUrl] : undefined
  return {
    running: named === '' ? undefined : named,
    options,
    strict,
    conduct: conduct && readConduct(typeof conduct === 'string' ? { mode: conduct } : conduct),
  }
}

function readConduct({ mode, allow = [], pollEvery = '1s' }: Extract<z.infer<typeof form>['conduct'], object>) {
  parseDuration(pollEvery, 'conduct.pollEvery')
  return { mode, allow: readVerdictIds(allow, 'conduct.allow'), pollEvery }
}

export type Checks = Pick<ReturnType<typeof readRunnerOptions>, 'strict' | 'conduct'>

/** Limit of sandboxes in the fake of one file or worker: each test has one, and those of failed tests are kept. */
const maxSandboxes = 100_000

export async function openFake(given?: RunnerOptions): Promise<Fake> {
  const { running, options } = readRunnerOptions(given)
  if (running !== undefined) return await connect(running, { token: process.env[tokenVariable] })
  return await startFake({ maxSandboxes, ...options })
}

/** The fixture `fake` of runners that have fixtures. */
export async function fakeFixture(
  { fakeOptions }: { readonly fakeOptions: RunnerOptions | undefined },
  use: (fake: Fake) => Promise<void>,
): Promise<void> {
  const fake = await openFake(fakeOptions)
  await use(fake)
  await fake.close()
}

/** A fake that opens with the first test that needs it, and is closed if it was opened. @param options as `openFake` takes them */
export function lazyFake(options: RunnerOptions | undefined) {
  let opened: Promise<Fake> | undefined
  return {
    open: async (): Promise<Fake> => await (opened ??= openFake(options)),
    close: async (): Promise<void> => await (await opened?.catch(() => undefined))?.close(),
  }
}
