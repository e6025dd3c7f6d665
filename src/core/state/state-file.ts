import { accessSync, constants, existsSync, readdirSync, realpathSync, rmSync, statSync } from 'node:fs'
import { chown, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'

import { abortWith } from '../lib/abort-with.ts'
import { InputError, withSubject, quote } from '../lib/input-error.ts'
import type { Log } from '../lib/log.ts'
import { messageOf } from '../lib/message-of.ts'
import type { Sandboxes } from '../sandbox/sandboxes.ts'
import { repeatOnWall, steadyNow, wallNow } from '../time/clock.ts'
import { bytesOf, restoreState, type State, takeState } from './state-document.ts'

const everyMs = 1000

/** The pause after a save, as a multiple of its duration. */
const restFactor = 10

/** The pause after a failed save, which may have written the largest file in vain. */
const failedRestMs = 10_000

interface Kept {
  /** The path as the user wrote it. */
  readonly path: string
  readonly file: string
  readonly sandboxes: Sandboxes
  readonly version: string
  readonly log: Log
}

/** Opens the file that keeps the sandboxes of a fake, and restores them if it exists. @throws InputError; then the file is unchanged */
export function openStateFile(path: string, kept: Omit<Kept, 'path' | 'file'>): StateFile {
  return withSubject('state', () => {
    const file = locate(path)
    const { sandboxes, version, log } = kept
    const found = markOf(file)
    if (found === undefined) log.info(`state: ${quote(path)} is new`)
    else {
      const { count, off } = restoreState(path, sandboxes, version)
      log.info(`state: ${quote(path)} is read, with sandboxes: ${count}`)
      if (off.length > 0) log.warn(`state: ${quote(path)}: changed or missing scenarios are off: ${off.join(', ')}`)
    }
    return new StateFile({ path, file, ...kept }, found)
  })
}

/** The path of a state file, or of the target of a link. @throws InputError if it cannot be written */
function locate(path: string): string {
  const file = existsSync(path) ? realpathSync(path) : resolve(path)
  try {
    if (path === '') throw new Error('no path')
    // The dot tells a folder from a file.
    accessSync(`${dirname(file)}/.`, constants.W_OK)
  } catch (error) {
    const expected = 'expected a file, such as state.json, in a folder that this user can write to'
    throw new InputError(`${expected}, got ${quote(path)}`, { cause: error })
  }
  return file
}

/** Identifies the version of a file; undefined if there is no file. */
function markOf(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false })
  return found === undefined ? undefined : `${found.ino} ${found.size} ${found.mtimeMs}`
}

let saves = 0

/** Removes the temporary files of killed processes. */
function removeLeftovers(file: string): void {
  const [folder, start] = [dirname(file), `${basename(file)}.`]
  try {
    for (const name of readdirSync(folder)) {
      if (!name.startsWith(start) || !/^\d+-\d+\.saving$/.test(name.slice(start.length))) continue
      const path = join(folder, name)
      // A newer file may be in use.
      if (statSync(path).mtimeMs < performance.timeOrigin) rmSync(path)
    }
  } catch {
    // Leftovers do no harm.
  }
}

export class StateFile {
  readonly #kept: Kept
  readonly #stop = abortWith()
  /** The mark of the version that this fake read or wrote last; undefined for none. */
  #ours: string | undefined
  /** The count of changes that the file has. */
  #savedChanges = -1
  #restsUntilMs = 0
  #saving: Promise<void> | undefined
  #closed: Promise<void> | undefined
  #failure: Error | undefined
  /** Why the last save failed, and the instant of the last saved state, in Unix milliseconds. */
  health: { readonly reason?: string; readonly lastSaveMs?: number } = {}

  constructor(kept: Kept, found: string | undefined) {
    this.#kept = kept
    this.#ours = found
  }

  /** Saves at once, and from then on after changes. */
  async begin(): Promise<void> {
    removeLeftovers(this.#kept.file)
    repeatOnWall(everyMs, this.#stop.signal, () => {
      if (steadyNow() >= this.#restsUntilMs) this.#saving = this.#saveAndRest()
    })
    await (this.#saving = this.#saveAndRest())
  }

  /** Saves the state as it is at the first call, for the last time. @throws Error if it cannot be saved */
  close(): Promise<void> {
    this.#closed ??= this.#saveLast(this.#take(), wallNow())
    return this.#closed
  }

  #take(): State {
    return takeState(this.#kept.sandboxes, this.#kept.version)
  }

  async #saveLast(state: State, takenMs: number): Promise<void> {
    this.#stop.abort()
    await this.#saving
    await this.#save(state, takenMs)
    if (this.#failure !== undefined) throw this.#failure
  }

  async #saveAndRest(): Promise<void> {
    this.#restsUntilMs = Number.POSITIVE_INFINITY
    const beganMs = steadyNow()
    const { changes } = this.#kept.sandboxes
    const isSaved = changes === this.#savedChanges && markOf(this.#kept.file) === this.#ours
    await this.#save(isSaved ? undefined : this.#take(), wallNow())
    if (this.#failure === undefined) this.#savedChanges = changes
    const endedMs = steadyNow()
    this.#restsUntilMs = endedMs + (this.#failure === undefined ? restFactor * (endedMs - beganMs) : failedRestMs)
  }

  /** Saves a state. A failure is logged once. @param state undefined if the file has it. @param takenMs its instant */
  async #save(state: State | undefined, takenMs: number): Promise<void> {
    const { log, path } = this.#kept
    try {
      if (state !== undefined) await this.#write(state)
      if (this.#failure !== undefined) log.warn(`state: ${quote(path)} is saved again`)
      this.#failure = undefined
      this.health = { lastSaveMs: takenMs }
    } catch (error) {
      // Paths in system messages are not for every client.
      const reason = messageOf(error).replace(/, \w+(?: '.*)?$/s, '')
      const failure = new Error(`state: ${quote(path)} cannot be saved: ${reason}`, { cause: error })
      if (this.#failure === undefined) log.error(failure.message)
      this.#failure = failure
      this.health = { ...this.health, reason }
    }
  }

  async #write(state: State): Promise<void> {
    const bytes = await bytesOf(state)
    const { file } = this.#kept
    const temporary = `${file}.${process.pid}-${(saves += 1)}.saving`
    try {
      await writeFile(temporary, bytes, { mode: 0o600, flag: 'wx' })
      const replaced = statSync(file, { throwIfNoEntry: false })
      // A fake that runs as root keeps the owner of the file.
      if (replaced !== undefined) await chown(temporary, replaced.uid, replaced.gid).catch(() => {})
      // Marked before the rename: what another program writes afterwards is not ours.
      const written = markOf(temporary)
      const found = markOf(file)
      if (found !== undefined && found !== this.#ours) {
        throw new Error('another program has changed it, perhaps a second fake')
      }
      await rename(temporary, file)
      this.#ours = written
    } finally {
      await rm(temporary, { force: true })
    }
  }
}
