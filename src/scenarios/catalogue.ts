import { type ByteUsage, storedBytesOf } from '../lib/byte-limit.ts'
import { InputError, quote, TakenError } from '../lib/input-error.ts'
import { isShallow, maxLevels, tooDeep } from '../lib/parse-json.ts'
import { requireDistinct } from '../lib/require-distinct.ts'
import { type LoadedScenario, type ScenarioLibrary, unknownScenario } from './library.ts'

/** Most levels of a scenario that is defined in a sandbox: a state file and a snapshot have it below six of their own. */
const mostLevels = maxLevels - 10

/** The scenarios that one sandbox knows: those of the library, and those that were defined in it. */
export class ScenarioCatalogue {
  #library: ScenarioLibrary
  readonly #storage: ByteUsage
  readonly #own = new Map<string, LoadedScenario>()

  /** @param definitions the scenarios of a snapshot. @throws InputError for a definition that cannot be used */
  constructor(library: ScenarioLibrary, storage: ByteUsage, definitions: readonly unknown[]) {
    this.#library = library
    this.#storage = storage
    const own = definitions.map((definition) => this.#read(definition))
    requireDistinct(own, ({ definition }) => definition.name, 'inline')
    for (const loaded of own) this.#add(loaded)
  }

  /** The definitions of the scenarios that were defined here. */
  get definitions(): readonly unknown[] {
    return [...this.#own.values()].map(({ definition }) => definition)
  }

  /** The schema of a scenario. */
  get schema(): ScenarioLibrary['reader']['schema'] {
    return this.#library.reader.schema
  }

  get(name: string): LoadedScenario | undefined {
    return this.#library.get(name) ?? this.#own.get(name)
  }

  /** @throws InputError for an unknown scenario, with the nearest names */
  require(name: string, field: string): LoadedScenario {
    const found = this.get(name)
    if (found !== undefined) return found
    throw unknownScenario(name, field, this.list())
  }

  /** All scenarios, by name. */
  list(): readonly LoadedScenario[] {
    const all = [...this.#library.list(), ...this.#own.values()]
    return all.toSorted((a, b) => (a.definition.name < b.definition.name ? -1 : 1))
  }

  /** Defines or redefines a scenario. @param loaded as `check` gave it */
  define(loaded: LoadedScenario): void {
    this.#remove(loaded.definition.name)
    this.#add(loaded)
  }

  /**
   * Reads a scenario, without defining it.
   * @throws InputError for a definition that cannot be used, or that has the name of a scenario of all sandboxes
   */
  check(content: unknown): LoadedScenario {
    const loaded = this.#read(content, (name) => `; PUT /scenarios/${name} switches it on`)
    this.#storage.requireRoom(storedBytesOf(loaded.definition), 'the scenario')
    return loaded
  }

  /** Changes the library, which takes the names of scenarios that were defined here. */
  setLibrary(library: ScenarioLibrary): void {
    this.#library = library
    for (const { definition } of library.list()) this.#remove(definition.name)
  }

  /** @param another what to do where all sandboxes have a scenario of this name (nothing) */
  #read(content: unknown, another = (_name: string): string => ''): LoadedScenario {
    if (!isShallow(content, mostLevels)) throw new InputError(`the scenario: ${tooDeep(mostLevels)}`)
    const loaded = this.#library.reader.read(content, 'the scenario', 'inline')
    const { name } = loaded.definition
    const shared = this.#library.get(name)
    if (shared === undefined) return loaded
    const known = `${quote(name)} is the name of a scenario that every sandbox has (${shared.source})`
    throw new TakenError(known + another(name), { field: 'name' })
  }

  #add(loaded: LoadedScenario): void {
    this.#storage.take(storedBytesOf(loaded.definition))
    this.#own.set(loaded.definition.name, loaded)
  }

  #remove(name: string): void {
    const known = this.#own.get(name)
    if (known !== undefined) this.#storage.giveBack(storedBytesOf(known.definition))
    this.#own.delete(name)
  }
}
