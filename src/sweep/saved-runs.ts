import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

import * as z from 'zod/mini'

import { InputError, quote } from '../lib/input-error.ts'
import { tryJson } from '../lib/try-json.ts'

const headSchema = z.strictObject({ sweep: z.string() })
const lineSchema = z.strictObject({ id: z.string(), attempt: z.int(), run: z.unknown() })

type Line = z.infer<typeof lineSchema>

/** The runs of a sweep so far, in a file: a line for each. */
export class SavedRuns {
  readonly #file: string
  readonly #runs: ReadonlyMap<string, unknown>

  /**
   * @param key differs between two sweeps with different runs
   * @param resumes goes on with the runs in the file; otherwise they are discarded
   * @throws InputError for the file of another sweep, and for one that cannot be written
   */
  constructor(file: string, key: string, resumes: boolean) {
    this.#file = file
    const lines = resumes ? readLines(file, key) : []
    this.#runs = new Map(lines.map(({ id, attempt, run }) => [nameOf(id, attempt), run]))
    const texts = [{ sweep: key }, ...lines].map((line) => `${JSON.stringify(line)}\n`)
    try {
      writeFileSync(file, texts.join(''))
    } catch (error) {
      throw new InputError(`${quote(file)} cannot be written`, { field: '--state', cause: error })
    }
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
    appendFileSync(this.#file, `${JSON.stringify({ id, attempt, run })}\n`)
    return run
  }

  /** Deletes the file: nothing is left to resume. */
  discard(): void {
    rmSync(this.#file, { force: true })
  }
}

const nameOf = (id: string, attempt: number): string => `${attempt} ${id}`

/** The runs in a file. A last line that is cut off is left out. @throws InputError for the file of another sweep */
function readLines(file: string, key: string): readonly Line[] {
  if (!existsSync(file)) throw new InputError(`there is no ${quote(file)}; run without --resume`, { field: '--resume' })
  const [head, ...lines] = readFileSync(file, 'utf8').split('\n').map(tryJson)
  if (headSchema.safeParse(head).data?.sweep !== key) {
    throw new InputError(`${quote(file)} is of another command, other flags or another version; run without --resume`, {
      field: '--resume',
    })
  }
  return lines.flatMap((line) => lineSchema.safeParse(line).data ?? [])
}
