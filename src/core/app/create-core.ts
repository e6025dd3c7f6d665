import { setMaxListeners } from 'node:events'

import type { Area } from '../api/define-area.ts'
import type { ApiKey } from '../auth/keys.ts'
import type { TlsState } from '../control/endpoints/tls.ts'
import { drawToken } from '../control/guard.ts'
import type { Tally } from '../coverage/tally.ts'
import { logWarnings } from '../http/scenario-warnings.ts'
import { answerUnserved } from '../http/serve.ts'
import type { Answer, Service } from '../http/types.ts'
import type { Upstream } from '../http/upstream.ts'
import { abortWith } from '../lib/abort-with.ts'
import { InputError, quote } from '../lib/input-error.ts'
import { recordOf } from '../lib/record-of.ts'
import { version } from '../lib/version.ts'
import { Transport } from '../notifications/transport/transport.ts'
import { createLimits } from '../sandbox/limits.ts'
import type { SandboxOptions } from '../sandbox/sandbox.ts'
import { requireSandboxName, Sandboxes } from '../sandbox/sandboxes.ts'
import type { ScenarioLibrary } from '../scenarios/library.ts'
import type { StateFile } from '../state/state-file.ts'
import { apiOf, type AreaName, areas, lifecycleNamesOf } from './areas.ts'
import { createApp } from './create-app.ts'
import type { JournalFile } from './journal-file.ts'
import { loadDataset } from './load-dataset.ts'
import { loadLibrary, scenarioReaderOf } from './load-scenarios.ts'
import type { FakeOptions } from './options.ts'
import { createPresets } from './presets.ts'
import { type ReadOptions, readOptions } from './read-options.ts'

export type Core<AreaNames extends string = AreaName> = Awaited<ReturnType<typeof composeCore<AreaNames>>>

/** Puts a fake together. @throws InputError */
export const createCore = async (options: FakeOptions): Promise<Core> => await composeCore(options, areas)

export async function composeCore<AreaNames extends string>(options: FakeOptions, all: readonly Area<AreaNames>[]) {
  const read = readOptions(options)
  const limits = createLimits(read.maxStoredBytes, read.journalBytes)
  const journalFile = await openJournalFile(read)
  const transport = new Transport({ allowHosts: read.allowWebhookHost, onEnd: journalFile?.addWebhook })
  const notify: Shared['notify'] = (sandbox, notice) => {
    for (const area of all) area.notify?.(sandbox, notice)
  }
  const shared: Shared = { limits, transport, states: all.flatMap(({ storage }) => storage), notify }
  const started = await toSandboxOptions(read, all, shared)
  let { dataset } = started
  const sandboxes = new Sandboxes(started, read.maxSandboxes)
  if (journalFile !== undefined) {
    limits.journals.follow((entry) => journalFile.addRequest(entry, sandboxes.getOrCreate(entry.sandbox.name)))
  }
  const state = await openState(read, sandboxes)
  const [stop, end] = [abortWith(), abortWith()]
  // Every waiting request adds a listener.
  setMaxListeners(0, stop.signal, end.signal)
  const ways = { log: read.log, upstream: await upstreamOf(read) }
  const service: Service = { ...apiOf(all), ...ways, sandboxes, stopping: stop.signal, ended: end.signal }
  warnOfFiles(read, started.library, service)
  const runningCount = read.coverage ? await tallyOf(service) : undefined
  const announced: { tls?: TlsState | undefined; runId?: string } = {}
  const shown = { apiKey: () => dataset.apiKey, secretOf: (key: ApiKey) => dataset.secrets?.get(key.secretHash) }
  const own = { ...shown, runningCount, state, tls: () => announced.tls, runId: () => announced.runId }
  const app = createApp(service, { ...service, ...own })
  return {
    app,
    /** Answers a message that reached no sandbox. @param error an ApiError if it is not HTTP; any other error is a defect */
    refuse: (error: unknown): Answer => answerUnserved(service, error),
    /** An API key with full access; undefined if the fixtures have none in plain text. */
    get apiKey(): string | undefined {
      return dataset.apiKey
    },
    areaNames: all.map(({ name }) => name),
    /** The base URL of the real service; undefined without one. */
    upstreamUrl: read.upstream?.url,
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
        const library = loadLibrary(next.scenarios, scenarioReaderOf(all))
        sandboxes.setLibrary(library)
        return warnOfFiles(next, library, service)
      }
      const fresh = await toSandboxOptions(next, all, shared)
      sandboxes.resetAll(fresh)
      dataset = fresh.dataset
      warnOfFiles(next, fresh.library, service)
    },
    log: read.log,
    /** Sets, before the first request, how the fake serves https. */
    secure: (tls: TlsState | undefined): void => void (announced.tls = tls),
    /** Sets, before the first request, the id by which other commands recognize this run of `start`. */
    identify: (runId: string): void => void (announced.runId = runId),
    /** Marks the fake, before the first request, as reachable from other machines. */
    expose: (): void => transport.expose(),
    /** Resumes the pending work of a state file, and starts to save the state. */
    begin: async (): Promise<void> => {
      sandboxes.wake()
      await state?.begin()
    },
    /** Reports that it is not ready from now on. */
    drain: (): void => stop.abort(),
    /** Aborts waiting requests, and saves the state. @throws Error if that fails */
    end: async (): Promise<void> => {
      stop.abort()
      end.abort()
      const saved = state?.close()
      sandboxes.close()
      transport.close()
      journalFile?.close()
      await saved
    },
  }
}

async function openState({ state, log }: ReadOptions, sandboxes: Sandboxes): Promise<StateFile | undefined> {
  if (state === undefined) return undefined
  const { openStateFile } = await import('../state/state-file.ts')
  return openStateFile(state, { sandboxes, version, log })
}

async function openJournalFile({ journalFile, log }: ReadOptions): Promise<JournalFile | undefined> {
  if (journalFile === undefined) return undefined
  return (await import('./journal-file.ts')).openJournalFile(journalFile, log)
}

async function upstreamOf({ upstream }: ReadOptions): Promise<Upstream | undefined> {
  return upstream && (await import('../http/upstream.ts')).createUpstream(upstream, drawToken())
}

async function tallyOf({ sandboxes, operations }: Service): Promise<Tally> {
  const { Tally } = await import('../coverage/tally.ts')
  const tally = new Tally(operations)
  sandboxes.limits.journals.follow((entry) => tally.add(entry))
  return tally
}

/** Logs the warnings about scenario files. Built-in scenarios have none. */
function warnOfFiles({ scenarios }: ReadOptions, library: ScenarioLibrary, service: Service): void {
  if (scenarios !== undefined) logWarnings(library.list(), service.sandboxes.default, service)
}

async function toSandboxOptions(read: ReadOptions, all: readonly Area[], shared: Shared) {
  const { seed, clock, scenario, scenarios, profile, completeAfterMs, delay, sandboxes } = read
  const library = loadLibrary(scenarios, scenarioReaderOf(all))
  const lifecycle = { completeAfterMs, estimateMs: completeAfterMs, outcome: 'completed' } as const
  const lifecycles = recordOf(lifecycleNamesOf(all), () => lifecycle)
  const base = { profile, lifecycles, delay }
  const presetOf = createPresets(sandboxes, { profile, library })
  return { dataset: await loadDataset(read, all), seed, base, presetOf, clock, library, scenarios: scenario, ...shared }
}

type Shared = Pick<SandboxOptions, 'limits' | 'transport' | 'states' | 'notify'>

function openSandbox(sandboxes: Sandboxes, name: string): void {
  requireSandboxName(name)
  if (sandboxes.register(sandboxes.getOrCreate(name))) return
  const reason = `this fake holds ${sandboxes.max} sandboxes, its limit; ${quote(name)} was not created`
  throw new InputError(reason, { field: 'sandbox' })
}
