import { setMaxListeners } from 'node:events'

import type { Area } from '../api/define-area.ts'
import type { TlsState } from '../control/endpoints/tls.ts'
import { drawToken } from '../control/guard.ts'
import { logWarnings } from '../http/scenario-warnings.ts'
import { answerUnserved } from '../http/serve.ts'
import type { Answer, Service } from '../http/types.ts'
import { abortWith } from '../lib/abort-with.ts'
import { InputError, quote } from '../lib/input-error.ts'
import { recordOf } from '../lib/record-of.ts'
import { version } from '../lib/version.ts'
import { Transport } from '../notifications/transport/transport.ts'
import { createLimits } from '../sandbox/limits.ts'
import type { SandboxOptions } from '../sandbox/sandbox.ts'
import { requireSandboxName, Sandboxes } from '../sandbox/sandboxes.ts'
import type { ScenarioLibrary } from '../scenarios/library.ts'
import { apiOf, type AreaName, areas, lifecycleNamesOf } from './areas.ts'
import { createApp } from './create-app.ts'
import { loadDataset } from './load-dataset.ts'
import { loadLibrary } from './load-scenarios.ts'
import type { FakeOptions } from './options.ts'
import { createPresets } from './presets.ts'
import { type ReadOptions, readOptions } from './read-options.ts'

export type Core<AreaNames extends string = AreaName> = Awaited<ReturnType<typeof composeCore<AreaNames>>>

/** What a server adds to a fake before the first request. */
interface Server {
  /** How it serves https; undefined without. */
  readonly tls?: TlsState | undefined
  /** The id by which other commands recognize a run of `start`; undefined in other programs. */
  readonly runId?: string | undefined
  /** True if other machines can reach it. */
  readonly isExposed?: boolean
}

/** Puts a fake together. @throws InputError */
export const createCore = async (options: FakeOptions): Promise<Core> => await composeCore(options, areas)

export async function composeCore<AreaNames extends string>(options: FakeOptions, all: readonly Area<AreaNames>[]) {
  const read = readOptions(options)
  const { service, shared, transport, journalFile, state, runningCount, stop, over } = await createParts(read, all)
  const { sandboxes, log } = service
  let server: Server = {}
  const app = createApp(service, {
    ...service,
    runningCount,
    state,
    apiKey: () => sandboxes.default.dataset.apiKey,
    secretOf: (key) => sandboxes.default.dataset.secrets?.get(key.secretHash),
    tls: () => server.tls,
    runId: () => server.runId,
  })
  return {
    app,
    log,
    areaNames: all.map(({ name }) => name),
    /** An API key with full access; undefined if the fixtures have none in plain text. */
    get apiKey(): string | undefined {
      return sandboxes.default.dataset.apiKey
    },
    /** The base URL of the real service; undefined without one. */
    upstreamUrl: read.upstream?.url,
    /** Answers a message that reached no sandbox. @param error an ApiError if it is not HTTP; any other error is a defect */
    refuse: (error: unknown): Answer => answerUnserved(service, error),
    /** Opens a sandbox, and creates it if it does not exist. @throws InputError */
    open: (name: string): void => openSandbox(sandboxes, name),
    /**
     * Reloads the files of a fake.
     * @param what only the scenarios, or everything, which resets every sandbox
     * @throws InputError for an invalid option or file; then nothing changes
     */
    reload: async (changed: FakeOptions, what: 'scenarios' | 'all'): Promise<void> => {
      const next = readOptions(changed)
      if (what === 'scenarios') {
        const library = loadLibrary(next.scenarios, all)
        sandboxes.setLibrary(library)
        return warnOfFiles(next, library, service)
      }
      const fresh = await toSandboxOptions(next, all, shared)
      sandboxes.resetAll(fresh)
      warnOfFiles(next, fresh.library, service)
    },
    /** Begins to serve: resumes the pending work of a state file, and saves the state from now on. @param given none in process */
    begin: async (given: Server = {}): Promise<void> => {
      server = given
      if (given.isExposed === true) transport.expose()
      sandboxes.wake()
      await state?.begin()
    },
    /**
     * Ends waiting requests, and saves the state. @throws Error if that fails
     * @param drain lets requests in progress finish first, while the fake reports that it is not ready (none)
     */
    end: async (drain?: () => Promise<void>): Promise<void> => {
      stop.abort()
      if (drain !== undefined) await drain()
      over.abort()
      const saved = state?.close()
      sandboxes.close()
      transport.close()
      journalFile?.close()
      await saved
    },
  }
}

/** Makes the parts of a fake, which serve nothing yet. @throws InputError */
async function createParts(read: ReadOptions, all: readonly Area[]) {
  const { log } = read
  const limits = createLimits(read.maxStoredBytes, read.journalBytes)
  const journalFile =
    read.journalFile === undefined
      ? undefined
      : (await import('./journal-file.ts')).openJournalFile(read.journalFile, log)
  const transport = new Transport({ allowHosts: read.allowWebhookHost, onEnd: journalFile?.addWebhook })
  const shared = { limits, transport }
  const started = await toSandboxOptions(read, all, shared)
  const sandboxes = new Sandboxes(started, read.maxSandboxes)
  if (journalFile !== undefined) {
    limits.journals.follow((entry) => journalFile.addRequest(entry, sandboxes.getOrCreate(entry.sandbox.name)))
  }
  const state =
    read.state === undefined
      ? undefined
      : (await import('../state/state-file.ts')).openStateFile(read.state, { sandboxes, version, log })
  const upstream = read.upstream && (await import('../http/upstream.ts')).createUpstream(read.upstream, drawToken())
  const [stop, over] = [abortWith(), abortWith()]
  // Every waiting request adds a listener.
  setMaxListeners(0, stop.signal, over.signal)
  const service: Service = { ...apiOf(all), log, upstream, sandboxes, stopping: stop.signal, ended: over.signal }
  warnOfFiles(read, started.library, service)
  const runningCount = read.coverage ? new (await import('../coverage/tally.ts')).Tally(service.operations) : undefined
  if (runningCount !== undefined) limits.journals.follow((entry) => runningCount.add(entry))
  return { service, shared, transport, journalFile, state, runningCount, stop, over }
}

/** Logs the warnings about scenario files. Built-in scenarios have none. */
function warnOfFiles({ scenarios }: ReadOptions, library: ScenarioLibrary, service: Service): void {
  if (scenarios !== undefined) logWarnings(library.list(), service.sandboxes.default, service)
}

async function toSandboxOptions(
  read: ReadOptions,
  areas: readonly Area[],
  shared: Pick<SandboxOptions, 'limits' | 'transport'>,
) {
  const { seed, clock, scenario, scenarios, profile, completeAfterMs, delay, sandboxes } = read
  const library = loadLibrary(scenarios, areas)
  const lifecycle = { completeAfterMs, estimateMs: completeAfterMs, outcome: 'completed' } as const
  const lifecycles = recordOf(lifecycleNamesOf(areas), () => lifecycle)
  const base = { profile, lifecycles, delay }
  const presetOf = createPresets(sandboxes, { profile, library })
  const dataset = await loadDataset(read, areas)
  return { dataset, areas, seed, base, presetOf, clock, library, scenarios: scenario, ...shared }
}

function openSandbox(sandboxes: Sandboxes, name: string): void {
  requireSandboxName(name)
  if (sandboxes.register(sandboxes.getOrCreate(name))) return
  const reason = `this fake holds ${sandboxes.max} sandboxes, its limit; ${quote(name)} was not created`
  throw new InputError(reason, { field: 'sandbox' })
}
