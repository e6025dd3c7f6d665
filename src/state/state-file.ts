import { accessSync, constants, existsSync, readlinkSync, realpathSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

import { InputError, inTermsOf, quote } from '../lib/input-error.ts'
import { readJsonFile } from '../lib/json-files.ts'
import type { Log } from '../lib/log.ts'
import type { Sandboxes } from '../sandbox/sandboxes.ts'
import { repeatOnWall, wallNow } from '../time/clock.ts'
import { ChangedError, markOf, replaceFile, temporaryOf } from './replace-file.ts'
import { restoreSandboxes } from './restore-sandboxes.ts'
import { hasOwnSecret, isSameState, readState, type State, StateTaker, textOf } from './state-document.ts'

/** Time between two looks at what has changed. */
const everyMs = 100

/** A save is followed by a rest of four times its length, so that it takes a fifth of the time, but not by a longer one. */
const [restTimes, mostRestMs] = [4, 250]

/** The rest after a save that failed: it may have written up to the largest file for nothing. */
const failedRestMs = 10_000

/** The fake that a file keeps. */
interface Kept {
  readonly sandboxes: Sandboxes
  /** Of the package. */
  readonly version: string
  readonly log: Log
  /** The folders of which the fake reads each JSON file, by their options. */
  readonly folders: Readonly<Partial<Record<'fixtures' | 'scenarios', string | undefined>>>
}

/**
 * Opens the file that keeps the sandboxes of a fake, and restores them if it exists.
 * @param path as the user wrote it
 * @throws InputError for a path or a file that cannot be used; then the file is as it was
 */
export function openStateFile(path: string, kept: Kept): StateFile {
  const inTerms = <T>(work: () => T): T => inTermsOf('state', () => inTermsOf(quote(path), work))
  const file = inTerms(() => requireApart(locate(path), kept.folders))
  const found = markOf(file)
  if (found === undefined) kept.log.info(`state: ${quote(path)} is new`)
  else inTerms(() => restore(path, kept))
  return new StateFile(path, file, found, kept)
}

/** The place of a file, or of the target that a link to it has. @throws InputError where it cannot be saved */
function locate(path: string): string {
  if (path === '') throw new InputError('expected the path of a file, such as state.json')
  const file = targetOf(path)
  const folder = dirname(file)
  // The dot tells a folder from a file.
  if (!existsSync(`${folder}/.`)) throw new InputError(`expected a file in a folder that exists, got ${quote(folder)}`)
  try {
    accessSync(folder, constants.W_OK)
  } catch (error) {
    const expected = 'expected a file in a folder that this user can write to'
    throw new InputError(`${expected}, got ${quote(folder)}`, { cause: error })
  }
  const temporary = temporaryOf(file)
  if (existsSync(`${temporary}/.`)) {
    const expected = `expected no folder at ${quote(temporary)}, where each save begins`
    throw new InputError(`${expected}; remove it, or name another file`)
  }
  return file
}

/** The file itself. @throws InputError for one that the next start would read as a fixture or a scenario */
function requireApart(file: string, folders: Kept['folders']): string {
  if (!file.endsWith('.json')) return file
  const folder = realpathSync(dirname(file))
  const isHere = (one = ''): boolean => existsSync(one) && realpathSync(one) === folder
  const [option] = Object.entries(folders).find(([, one]) => isHere(one)) ?? []
  if (option === undefined) return file
  const why = 'each JSON file there is read as one of them'
  throw new InputError(`expected a file in another folder than the ${option}: ${why}`)
}

/** The most links in a row, as in Linux. */
const mostLinks = 40

/** The place of a file that may not exist yet, also behind links. */
function targetOf(path: string, links = mostLinks): string {
  if (existsSync(path)) return realpathSync(path)
  const target = linkAt(path)
  if (target === undefined) return resolve(path)
  if (links === 0) throw new InputError('expected a file, got a link that leads to no file')
  return targetOf(resolve(realpathSync(dirname(path)), target), links - 1)
}

function linkAt(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}

function restore(path: string, { sandboxes, version, log }: Kept): void {
  const { saved, changed, missing } = withAdvice(path, () => {
    const saved = readState(path, sandboxes.default, version)
    return { saved, ...restoreSandboxes(sandboxes, saved) }
  })
  const ended = saved.isClean ? '' : '; the fake that saved it was killed, or still runs'
  log.info(`state: ${quote(path)} is read, with sandboxes: ${saved.sandboxes.length}${ended}`)
  const others = [
    ...(changed.size === 0 ? [] : [`changed scenarios begin at 0: ${[...changed].join(', ')}`]),
    ...(missing.size === 0 ? [] : [`missing scenarios are off: ${[...missing].join(', ')}`]),
  ]
  if (others.length > 0) log.warn(`state: ${quote(path)}: ${others.join('; ')}`)
  for (const { name } of saved.sandboxes.filter(hasOwnSecret)) {
    log.warn(
      `state: the signing secret of the sandbox ${name} is not in the file; set it again, or webhooks have another`,
    )
  }
}

/** Reads a file; an InputError says what to do. */
function withAdvice<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    const reason = error.field === path ? error.message.slice(path.length + 2) : error.message
    throw new InputError(`${reason.replace(/\.$/, '')}; name another file to begin with a new state`, { cause: error })
  }
}

/** Requires that a fake can keep its state in a file: whether it loads what is there depends on its seed and fixtures. @throws InputError */
export function requireState(path: string, folders: Kept['folders']): void {
  inTermsOf('state', () => {
    inTermsOf(quote(path), () => requireApart(locate(path), folders))
    if (existsSync(path)) readJsonFile(path)
  })
}

/** What a fake says of its state. */
export interface StateHealth {
  /** Why the last save failed; undefined where it did not. */
  readonly reason: string | undefined
  /** When the file was last seen to have everything, in Unix milliseconds; undefined where it never was. */
  readonly lastSaveMs: number | undefined
  /** Saves that failed. */
  readonly failures: number
}

/** The file that keeps the sandboxes of a fake. */
export class StateFile {
  readonly #path: string
  readonly #file: string
  readonly #log: Log
  readonly #taker: StateTaker
  readonly #stop = new AbortController()
  /** The mark of the version that this fake read or wrote last; undefined for none. */
  #ours: string | undefined
  #saved: State | undefined
  #saving: Promise<void> | undefined
  #closed: Promise<void> | undefined
  /** Why the last save failed. */
  #failure: Error | undefined
  #health: StateHealth = { reason: undefined, lastSaveMs: undefined, failures: 0 }
  /** True once another program has changed the file. */
  #isOver = false

  constructor(path: string, file: string, found: string | undefined, { sandboxes, version, log }: Kept) {
    this.#path = path
    this.#file = file
    this.#ours = found
    this.#log = log
    this.#taker = new StateTaker(sandboxes, version)
  }

  get health(): StateHealth {
    return this.#health
  }

  /**
   * Saves the state at once, so that the file of a fake that is killed never says that it ended, and from now on whenever it
   * has changed: a fake that is killed loses at most a second.
   */
  async begin(): Promise<void> {
    let restsUntilMs = 0
    const save = (): Promise<void> | undefined => {
      const beginMs = performance.now()
      if (this.#saving !== undefined || beginMs < restsUntilMs) return undefined
      return (this.#saving = this.#save(this.#taker.take()).finally(() => {
        const endMs = performance.now()
        const restMs = Math.min(mostRestMs, restTimes * (endMs - beginMs))
        restsUntilMs = endMs + (this.#failure === undefined ? restMs : failedRestMs)
        this.#saving = undefined
      }))
    }
    repeatOnWall(everyMs, this.#stop.signal, () => void save())
    await save()
  }

  /** Has every sandbox be saved again: something may have changed that no sandbox counts. */
  renew(): void {
    this.#taker.forget()
  }

  /** Saves the state as it is at the first call, for the last time. @throws Error where it cannot be saved */
  async close(): Promise<void> {
    this.#closed ??= this.#saveLast()
    await this.#closed
  }

  async #saveLast(): Promise<void> {
    this.#stop.abort()
    const last = this.#taker.take(true)
    await this.#saving
    await this.#save(last)
    if (this.#failure !== undefined) throw this.#failure
  }

  /** Saves a state, unless the file has it. A failure is logged once, and the next save tries again. */
  async #save(state: State): Promise<void> {
    if (this.#isOver) return
    const isSame = this.#saved !== undefined && isSameState(this.#saved, state)
    try {
      const isSaved = isSame && markOf(this.#file) === this.#ours
      if (!isSaved) this.#ours = await replaceFile(this.#file, textOf(state), this.#ours)
      if (this.#failure !== undefined) this.#log.warn(`state: ${quote(this.#path)} is saved again`)
      this.#saved = state
      this.#failure = undefined
      this.#health = { ...this.#health, reason: undefined, lastSaveMs: wallNow() }
    } catch (error) {
      const isOver = error instanceof ChangedError
      const happens = isOver ? 'is saved no more' : 'cannot be saved'
      // The paths in what the system says are not for everybody who may ask.
      const reason = (error instanceof Error ? error.message : String(error)).replace(/, \w+(?: '.*)?$/s, '')
      const failure = new Error(`state: ${quote(this.#path)} ${happens}: ${reason}`, { cause: error })
      if (this.#failure === undefined || isOver) this.#log.error(failure.message)
      this.#failure = failure
      this.#health = { ...this.#health, reason, failures: this.#health.failures + 1 }
      this.#isOver = isOver
    }
  }
}
