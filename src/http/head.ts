import { keyHeader } from '../spec/headers.ts'
import { Credential } from './credential.ts'

/** The headers of a request. What follows from them is read once, also for further requests that have the same. */
export class Head {
  /** Names and values in turn, as sent. */
  readonly list: readonly string[]
  #credential: Credential | undefined
  readonly #values = new Map<string, readonly string[]>()

  constructor(list: readonly string[] = []) {
    this.list = list
  }

  /** Every value of a header, as often as it was sent. @param name in any case, mostly written the same */
  all(name: string): readonly string[] {
    const known = this.#values.get(name)
    if (known !== undefined) return known
    const values = valuesOf(this.list, name.toLowerCase())
    this.#values.set(name, values)
    return values
  }

  /** The value of a header; several are joined as a `fetch` joins them; null for none. */
  get(name: string): string | null {
    const values = this.all(name)
    return values.length <= 1 ? (values[0] ?? null) : values.join(', ')
  }

  /** What the request shows to prove who it is. */
  get credential(): Credential {
    this.#credential ??= new Credential(this.get(keyHeader))
    return this.#credential
  }

  /** Whether these are the headers of another request. @param list names and values in turn */
  isSame(list: readonly string[]): boolean {
    const own = this.list
    if (own.length !== list.length) return false
    for (let i = 0; i < own.length; i += 1) if (own[i] !== list[i]) return false
    return true
  }
}

function valuesOf(list: readonly string[], name: string): readonly string[] {
  return list.filter((_, i) => i % 2 === 1 && list[i - 1]?.toLowerCase() === name)
}
