import * as z from 'zod/mini'

import { connect, type Fake } from '../core/app/client.ts'
import type { ListenOptions } from '../core/app/listen-options.ts'
import type { FakeOptions } from '../core/app/options.ts'
import { readVerdictIds, type VerdictId } from '../core/conduct/table.ts'
import { clientVariables, tokenVariable } from '../core/control/client/client-variables.ts'
import { readBy } from '../core/lib/read-by.ts'
import { startFake } from '../core/server/start-fake.ts'
import { parseDuration } from '../core/time/duration.ts'

/** What an error or a warning does: it fails the test, or is printed. */
export type ConductMode = 'fail' | 'warn'

export interface ConductChecks {
  readonly mode: ConductMode
  /** Ids of verdicts that do not count. Default: none. */
  readonly allow?: readonly VerdictId[] | undefined
  /** The shortest pause between two reads of an unfinished record. Default: `1s`. */
  readonly pollEvery?: string | undefined
}

export interface RunnerOptions extends FakeOptions, ListenOptions {
  /**
   * Fails an otherwise passing test if a request matched no operation, or if an active scenario with rules never fired.
   * Default: false.
   */
  readonly strict?: boolean | undefined
  /**
   * Judges the requests of an otherwise passing test: fails it for an error or a warning (`fail`), or prints the
   * verdicts (`warn`). `{ mode, allow, pollEvery }` also excludes verdicts and sets how often a record may be read.
   * Default: no judgement.
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

/** Reads the options of a runner. `running` is the fake that the environment names, unless there are `options`. @throws InputError */
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

/** The limit of sandboxes in the fake of one file or worker: each test has one, and a failed test keeps it. */
const maxSandboxes = 100_000

export async function openFake(given?: RunnerOptions): Promise<Fake> {
  const { running, options } = readRunnerOptions(given)
  if (running !== undefined) return await connect(running, { token: process.env[tokenVariable] })
  return await startFake({ maxSandboxes, ...options })
}

/** The fixture `fake` for runners with fixtures. */
export async function fakeFixture(
  { fakeOptions }: { readonly fakeOptions: RunnerOptions | undefined },
  use: (fake: Fake) => Promise<void>,
): Promise<void> {
  const fake = await openFake(fakeOptions)
  await use(fake)
  await fake.close()
}

/** Opens a fake with the first test that needs it. @param options as for `openFake` */
export function lazyFake(options: RunnerOptions | undefined) {
  let opened: Promise<Fake> | undefined
  return {
    open: async (): Promise<Fake> => await (opened ??= openFake(options)),
    close: async (): Promise<void> => await (await opened?.catch(() => undefined))?.close(),
  }
}
