import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

import { InputError, quote } from '../../core/lib/input-error.ts'

/** @throws InputError for a folder that is not empty, unless it may be replaced */
export function requireEmptyFolder(folder: string, mayReplace: boolean): void {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found?.isDirectory() === false) throw new InputError(`${quote(folder)} is not a folder`, { field: '--output' })
  const isFree = found === undefined || readdirSync(folder).length === 0
  if (!isFree && !mayReplace)
    throw new InputError(`${quote(folder)} is not empty; --force replaces it`, { field: '--output' })
}

/** A temporary folder that replaces its target once it is complete. */
export class StagedFolder {
  readonly folder: string
  readonly #target: string

  constructor(target: string) {
    this.#target = resolve(target)
    mkdirSync(dirname(this.#target), { recursive: true })
    this.folder = mkdtempSync(join(dirname(this.#target), `.${basename(this.#target)}-`))
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.folder, file), text)
  }

  /** The contents of its files, by name. */
  read(): ReadonlyMap<string, string> {
    return new Map(readdirSync(this.folder).map((file) => [file, readFileSync(join(this.folder, file), 'utf8')]))
  }

  /** Replaces the target, and removes its old content last. */
  finish(): void {
    const old = `${this.folder}.old`
    if (existsSync(this.#target)) renameSync(this.#target, old)
    renameSync(this.folder, this.#target)
    rmSync(old, { recursive: true, force: true })
  }

  discard(): void {
    rmSync(this.folder, { recursive: true, force: true })
  }
}
