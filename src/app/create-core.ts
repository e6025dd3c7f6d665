import { setMaxListeners } from 'node:events'

import type { Area } from '../api/define-area.ts'
import type { Tls } from '../control/route.ts'
import type { Tally } from '../coverage/tally.ts'
import type { Answer } from '../http/answer.ts'
import { refuseOutside, type App } from '../http/pipeline.ts'
import type { Service } from '../http/request-handling.ts'
import { logWarnings } from '../http/scenario-warnings.ts'
import { InputError, inTermsOf, quote } from '../lib/input-error.ts'
import type { Log } from '../lib/log.ts'
import { recordOf } from '../lib/record-of.ts'
import { version } from '../lib/version.ts'
import { Transport } from '../notifications/transport/transport.ts'
import type { LastUsed } from '../sandbox/last-used.ts'
import { createLimits } from '../sandbox/limits.ts'
import type { SandboxOptions } from '../sandbox/sandbox.ts'
import { requireSandboxName, Sandboxes } from '../sandbox/sandboxes.ts'
import type { ScenarioLibrary } from '../scenarios/library.ts'
import type { StateFile } from '../state/state-file.ts'
import { apiOf, type AreaName, areas, lifecycleNamesOf, statesOf } from './areas.ts'
import { createApp } from './create-app.ts'
import { loadDataset } from './load-dataset.ts'
import { loadLibrary, scenarioReaderOf } from './load-scenarios.ts'
import type { FakeOptions } from './options.ts'
import { type ReadOptions, readOptions } from './read-options.ts'
import type { Swept } from './swept.ts'

/** The parts of a fake that a server needs. */
export interface Core<AreaNames extends string = AreaName> {
  readonly app: App
  /** The answer to what never became a request of a sandbox: an ApiError for a message that is not HTTP, anything else for a defect. */
  readonly refuse: (error: unknown) => Answer
  /** An API key with full access; undefined where the fixtures have none in plain text. */
  readonly apiKey: string | undefined
  readonly areaNames: readonly AreaNames[]
  /**
   * Opens a sandbox, and creates it where it does not exist.
   * @returns what stays the same until the sandbox is deleted
   * @throws InputError for a wrong name, and where there is no room for another sandbox
   */
  readonly open: (name: string) => LastUsed
  /**
   * Reads the files of a fake again.
   * @param what the scenarios, which leaves all else as it is, or everything, which resets every sandbox
   * @throws InputError for an option or a file that cannot be used; then nothing changes
   */
  readonly reload: (options: FakeOptions, what: 'scenarios' | 'all') => Promise<void>
  readonly log: Log
  /** Says, before the first request, how the fake serves https. */
  readonly secure: (tls: Tls | undefined) => void
  /** Says, before the first request, that other machines can reach the fake. */
  readonly expose: () => void
  /** Begins the work that a state file left to do, and to save the state. */
  readonly begin: () => Promise<void>
  /** Says of itself from now on that it is not ready. */
  readonly drain: () => void
  /** Gives up what still waits, and saves the state. @throws Error where it cannot be saved */
  readonly end: () => Promise<void>
}

/** The environment variable that `sweep` sets for its command: the folder of a run. */
export const runFolderVariable = 'CLOUDSEC_SWEEP_DIR'

/**
 * Puts a fake together: dataset, sandboxes and one app.
 * @param swept the run of `sweep` that it is in (that of the environment; otherwise none)
 * @throws InputError for an option or a file that cannot be used
 */
export async function createCore(options: FakeOptions, swept?: Swept): Promise<Core> {
  const folder = process.env[runFolderVariable] ?? ''
  if (swept !== undefined || folder === '') return await composeCore(options, areas, swept)
  const { joinRun } = await import('./swept.ts')
  const joined = inTermsOf(runFolderVariable, () => joinRun(folder, options))
  return await composeCore(options, areas, joined)
}

/** Puts a fake together out of some areas. @throws InputError for an option or a file that cannot be used */
export async function composeCore<AreaNames extends string>(
  options: FakeOptions,
  all: readonly Area<AreaNames>[],
  swept?: Swept,
): Promise<Core<AreaNames>> {
  const read = readOptions(options)
  const limits = createLimits(read.maxStoredBytes, read.journalBytes)
  const transport = new Transport({ allowHosts: read.allowWebhookHost, onEnd: swept?.takeDelivery })
  const shared: Shared = {
    limits,
    transport,
    states: statesOf(all),
    notify: (sandbox, notice) => {
      for (const { notify } of all) notify?.(sandbox, notice)
    },
  }
  const started = await toSandboxOptions(read, all, shared, swept)
  if (swept !== undefined) limits.journals.follow(swept.take)
  let { dataset } = started
  const sandboxes = new Sandboxes(started, read.maxSandboxes)
  // Each run of a sweep begins with the same state.
  const state = swept === undefined ? await openState(read, sandboxes) : undefined
  const [stop, end] = [new AbortController(), new AbortController()]
  // Every request that waits listens for them.
  setMaxListeners(0, stop.signal, end.signal)
  const { log } = read
  const service: Service = { ...apiOf(all), sandboxes, log, stopping: stop.signal, ended: end.signal }
  warnOfFiles(read, started.library, service)
  const runningCount = read.coverage ? await tallyOf(service) : undefined
  let tls: Tls | undefined
  const own = { version, apiKey: () => dataset.apiKey, runningCount, state, tls: () => tls }
  const app = createApp(service, { ...service, ...own })
  return {
    app,
    refuse: (error) => refuseOutside(service, error),
    get apiKey() {
      return dataset.apiKey
    },
    areaNames: all.map(({ name }) => name),
    open: (name) => openSandbox(sandboxes, name),
    reload: async (changed, what) => {
      const next = readOptions(changed)
      if (what === 'scenarios') {
        const library = loadLibrary(next.scenarios, scenarioReaderOf(all))
        sandboxes.setLibrary(library)
        return warnOfFiles(next, library, service)
      }
      const fresh = await toSandboxOptions(next, all, shared, swept)
      sandboxes.resetAll(fresh)
      dataset = fresh.dataset
      warnOfFiles(next, fresh.library, service)
    },
    log,
    secure: (given) => {
      tls = given
    },
    expose: () => transport.expose(),
    begin: async () => {
      sandboxes.wake()
      await state?.begin()
    },
    drain: () => stop.abort(),
    end: async () => {
      stop.abort()
      end.abort()
      const saved = state?.close()
      sandboxes.close()
      transport.close()
      await saved
    },
  }
}

/** Opens the file that keeps the state, and restores the sandboxes in it. @throws InputError for one that cannot be used */
async function openState({ state, log }: ReadOptions, sandboxes: Sandboxes): Promise<StateFile | undefined> {
  if (state === undefined) return undefined
  const { openStateFile } = await import('../state/state-file.ts')
  return openStateFile(state, { sandboxes, version, log })
}

/** Counts the requests of all sandboxes from now on. */
async function tallyOf({ sandboxes, operations }: Service): Promise<Tally> {
  const { Tally } = await import('../coverage/tally.ts')
  const tally = new Tally(operations)
  sandboxes.journals.follow((entry) => tally.add(entry))
  return tally
}

/** Logs the warnings about scenarios of files. No built-in one is in doubt. */
function warnOfFiles({ scenarios }: ReadOptions, library: ScenarioLibrary, service: Service): void {
  if (scenarios !== undefined) logWarnings(library.list(), service.sandboxes.default, service)
}

async function toSandboxOptions(
  read: ReadOptions,
  all: readonly Area[],
  shared: Shared,
  swept: Swept | undefined,
): Promise<SandboxOptions> {
  const { seed, clock, scenario, scenarios, profile, completeAfterMs, delay } = read
  const library = loadLibrary(scenarios, scenarioReaderOf(all))
  const lifecycle = { completeAfterMs, estimateMs: completeAfterMs, outcome: 'completed' } as const
  const lifecycles = recordOf(lifecycleNamesOf(all), () => lifecycle)
  const base = { profile, lifecycles, delay, ...swept?.settings(profile, library.reader) }
  return { dataset: await loadDataset(read, all), seed, base, clock, library, scenarios: scenario, ...shared }
}

/** The state that all sandboxes of a fake share, also those of other fixtures. */
type Shared = Pick<SandboxOptions, 'limits' | 'transport' | 'states' | 'notify'>

function openSandbox(sandboxes: Sandboxes, name: string): LastUsed {
  requireSandboxName(name)
  const sandbox = sandboxes.getOrCreate(name)
  if (sandboxes.register(sandbox)) return sandbox.lastUsed
  const reason = `${quote(name)} would be one more than ${sandboxes.max}, the most there may be`
  throw new InputError(reason, { field: 'sandbox' })
}
