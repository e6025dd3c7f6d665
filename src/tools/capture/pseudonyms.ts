import { isJsonObject, type JsonObject } from '../../core/lib/merge-patch.ts'
import { draw, type Faker } from '../../core/random/draw.ts'
import { inTurns } from '../../core/time/turns.ts'
import { isTerm, publishableName } from '../drift/form.ts'
import { isDate, tokensOf } from './tokens.ts'
import { drawPseudonym } from './words.ts'

/** Draws before a pseudonym gets longer: a short text may have no other of its form. */
const maxDraws = 50

/**
 * Pseudonyms for the values of a service: of the same form, and equal for equal values. They are drawn in sequence and
 * do not depend on the values.
 */
export class Pseudonyms {
  #draws = 0
  readonly #made = new Map<string, string>()
  readonly #used = new Set<string>()
  readonly #source: ReadonlySet<string>
  readonly #kept: ReadonlySet<string>

  /** @param source the tokens of the service, which no pseudonym contains @param kept the names and paths of fields to keep */
  constructor(source: ReadonlySet<string>, kept: Iterable<string>) {
    this.#source = source
    this.#kept = new Set(kept)
  }

  /** Gives ids pseudonyms in the same order, so that a list by id keeps the service's order. */
  async addIds(ids: Iterable<string>, signal?: AbortSignal): Promise<void> {
    const sorted = [...new Set([...ids].map(keyOf))].filter((id) => !this.#made.has(id)).toSorted()
    const drawn = (await inTurns(sorted, (id) => this.#draw(id), signal)).toSorted()
    for (const [at, id] of sorted.entries()) this.#made.set(id, drawn[at] ?? '')
  }

  /** Replaces the values of an answer. @param kept the paths of fields whose words and numbers stay */
  mask(answer: JsonObject, kept: readonly string[]): JsonObject {
    const words = new Set(kept)
    const masked = this.#value(answer, '', words)
    return isJsonObject(masked) ? masked : {}
  }

  #value(value: unknown, path: string, words: ReadonlySet<string>): unknown {
    const name = path.slice(path.lastIndexOf('.') + 1)
    if (path !== '' && (this.#kept.has(path) || this.#kept.has(name))) return value
    if (Array.isArray(value)) return value.map((item) => this.#value(item, path, words))
    if (isJsonObject(value)) {
      const entries = Object.entries(value).map(([field, inner]) => {
        const shown = isFieldName(field) ? field : this.#text(field)
        return [shown, this.#value(inner, path === '' ? field : `${path}.${field}`, words)] as const
      })
      return Object.fromEntries(entries)
    }
    if (typeof value === 'string') return words.has(path) && isTerm(value) ? value : this.#text(value)
    return typeof value === 'number' && !words.has(path) ? this.#number(value) : value
  }

  #text(text: string): string {
    if (text === '' || isDate(text)) return text
    const key = keyOf(text)
    let made = this.#made.get(key)
    if (made === undefined) {
      made = this.#draw(key)
      this.#made.set(key, made)
    }
    return made
  }

  #draw(text: string): string {
    for (let draws = 1; ; draws += 1) {
      this.#draws += 1
      const drawn = draw(`pseudonym ${this.#draws}`, (faker) => {
        const more = draws > maxDraws ? faker.string.numeric(6) : ''
        return isNumber(text) ? drawNumber(faker, text, more) : drawPseudonym(faker, text) + more
      })
      if (this.#used.has(drawn) || tokensOf(drawn).some((token) => this.#source.has(token))) continue
      this.#used.add(drawn)
      return drawn
    }
  }

  /** An undocumented number may be an account number. 0 and 1 are flags. */
  #number(value: number): number {
    return value === 0 || value === 1 ? value : Number(this.#text(String(value)))
  }
}

/** Writes a number as JSON does, without trailing zeros. */
function drawNumber({ string }: Faker, like: string, more: string): string {
  const number = Number(like.replaceAll(/\d/g, () => string.numeric()) + more)
  return Number.isFinite(number) ? String(number) : like
}

/** True for a number as JSON writes it, also in a string. */
const isNumber = (text: string): boolean => /\d/.test(text) && String(Number(text)) === text

/** UUIDs are equal in upper and lower case. */
const keyOf = (text: string): string => (/^[\da-f-]{36}$/i.test(text) ? text.toLowerCase() : text)

/** True for the name of a field. The keys of a map may be ids or addresses. */
export const isFieldName = (key: string): boolean => publishableName(key) === key
