import { accessSync, constants, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

import * as z from 'zod/mini'

import { InputError, quote } from '../lib/input-error.ts'
import { tryJson } from '../lib/try-json.ts'

const headSchema = z.strictObject({ sweep: z.string() })
const lineSchema = z.strictObject({ id: z.string(), attempt: z.int(), run: z.unknown() })

type Line = z.infer<typeof lineSchema>

/** The file holds answers and messages of tests: only its owner reads it. */
const mode = 0o600

/** The runs of a sweep so far, in a file: a line for each. */
export class SavedRuns {
  readonly #file: string
  readonly #runs: ReadonlyMap<string, unknown>
  /** Runs of an earlier sweep, which the first run of this one replaces. */
  readonly replaced: number
  /** The lines that come before the next run; undefined once the file has them. */
  #before: readonly unknown[] | undefined

  /**
   * @param key differs between two sweeps with different runs
   * @param resumes goes on with the runs in the file
   * @throws InputError for a file that no sweep wrote, for that of another sweep if it resumes, and for one that cannot be written
   */
  constructor(file: string, key: string, resumes: boolean) {
    this.#file = file
    const found = readLines(file, key, resumes)
    const lines = resumes ? found : []
    this.replaced = found.length - lines.length
    this.#runs = new Map(lines.map(({ id, attempt, run }) => [nameOf(id, attempt), run]))
    this.#before = [{ sweep: key }, ...lines]
    this.#try(() => accessSync(existsSync(file) ? file : dirname(file), constants.W_OK))
  }

  /** Runs that an earlier sweep made. */
  get count(): number {
    return this.#runs.size
  }

  /** Returns a run of the file, otherwise makes it and adds it. */
  async get<T>(id: string, attempt: number, schema: z.ZodMiniType<T>, make: () => Promise<T>): Promise<T> {
    const known = this.#runs.get(nameOf(id, attempt))
    if (known !== undefined) return schema.parse(known)
    const run = await make()
    const text = [...(this.#before ?? []), { id, attempt, run }].map((line) => `${JSON.stringify(line)}\n`).join('')
    this.#try(() => writeFileSync(this.#file, text, { flag: this.#before === undefined ? 'a' : 'w', mode }))
    this.#before = undefined
    return run
  }

  /** Deletes the file: nothing is left to resume. */
  discard(): void {
    rmSync(this.#file, { force: true })
  }

  #try(work: () => void): void {
    try {
      work()
    } catch (error) {
      throw new InputError(`${quote(this.#file)} cannot be written`, { field: '--state', cause: error })
    }
  }
}

const nameOf = (id: string, attempt: number): string => `${attempt} ${id}`

/** The runs in a file, none where it is missing. A last line that is cut off is left out. @throws as the constructor does */
function readLines(file: string, key: string, resumes: boolean): readonly Line[] {
  if (!existsSync(file)) {
    if (!resumes) return []
    throw new InputError(`there is no ${quote(file)}; run without --resume`, { field: '--resume' })
  }
  const [first, ...lines] = readText(file).split('\n').map(tryJson)
  const head = headSchema.safeParse(first).data
  if (head === undefined) {
    throw new InputError(`${quote(file)} was not written by sweep; name a new file`, { field: '--state' })
  }
  if (resumes && head.sweep !== key) {
    throw new InputError(`${quote(file)} is of another command, other flags or another version; run without --resume`, {
      field: '--resume',
    })
  }
  return lines.flatMap((line) => lineSchema.safeParse(line).data ?? [])
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new InputError(`${quote(file)} cannot be read as a file`, { field: '--state', cause: error })
  }
}
