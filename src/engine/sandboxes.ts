import { InputError, quote } from '../lib/input-error.ts'
import { frozenAtMs } from './instant.ts'
import type { ScenarioLibrary } from './library.ts'
import { Sandbox, type SandboxOptions } from './sandbox.ts'
import { Storage } from './storage.ts'

/** Name of the sandbox behind the plain base address. */
export const defaultSandbox = 'default'

const nameForm = /^[a-z0-9][a-z0-9-]{0,62}$/

/** What a sandbox may be named, for messages to people. */
export const sandboxNameRule = '1 to 63 lower-case letters, digits and hyphens, not a hyphen first'

/** Whether a value may name a sandbox, by `sandboxNameRule`. */
export function isSandboxName(name: unknown): name is string {
  return typeof name === 'string' && nameForm.test(name)
}

/** Holds a value to `sandboxNameRule`. @throws InputError */
export function requireSandboxName(name: unknown): void {
  if (!isSandboxName(name)) throw new InputError(`sandbox: expected ${sandboxNameRule}, got ${quote(name)}`)
}

/** The sandboxes of a fake, each made on first use, never more than a set number and none ever dropped to make room. */
export class Sandboxes {
  #options: SandboxOptions
  readonly #byName = new Map<string, Sandbox>()
  /** The most there may be, the default one included. */
  readonly max: number

  constructor(options: SandboxOptions, max: number) {
    this.#options = options
    this.max = max
    this.#byName.set(defaultSandbox, new Sandbox(defaultSandbox, options))
  }

  /** The sandbox behind the plain base address; always there. */
  get default(): Sandbox {
    return this.look(defaultSandbox)
  }

  /** The sandbox of a name; one that is not known yet is new, and kept by `keep` alone. */
  look(name: string): Sandbox {
    return this.#byName.get(name) ?? new Sandbox(name, this.#options)
  }

  /**
   * A sandbox that is nobody's, to try things in: of the choices of another, frozen, with no scenario on and room of its own.
   * Whoever asks for it closes it.
   */
  scratch({ name, switches: { settings } }: Sandbox): Sandbox {
    const { profile, courses } = settings
    return new Sandbox(name, {
      ...this.#options,
      base: { profile, courses },
      clock: { mode: 'frozen', nowMs: frozenAtMs },
      scenarios: [],
      storage: new Storage(this.#options.storage.maxBytes),
    })
  }

  /** Keeps a sandbox. @returns whether it is kept: not where it would be one too many */
  keep(sandbox: Sandbox): boolean {
    if (this.#byName.has(sandbox.name)) return true
    if (this.#byName.size >= this.max) return false
    this.#byName.set(sandbox.name, sandbox)
    return true
  }

  /** Whether a sandbox is one of those that there are. */
  has(sandbox: Sandbox): boolean {
    return this.#byName.get(sandbox.name) === sandbox
  }

  /** Names of the sandboxes that there are. */
  get names(): readonly string[] {
    return [...this.#byName.keys()]
  }

  /** Puts a new sandbox in the place of one, whatever it held. */
  reset(name: string): void {
    const old = this.#byName.get(name)
    if (old === undefined) return
    this.#byName.set(name, new Sandbox(name, this.#options, old.generation + 1))
    old.close()
  }

  /** Ends every sandbox. */
  close(): void {
    for (const sandbox of this.#byName.values()) sandbox.close()
  }

  /** Makes every sandbox from now on of other options, and resets those that there are. */
  resetAll(options: SandboxOptions): void {
    requireScenarios(options)
    this.#options = options
    for (const name of this.names) this.reset(name)
  }

  /** Takes another library of scenarios in every sandbox; nothing else changes. @throws InputError where one that is on from the start is gone */
  setLibrary(library: ScenarioLibrary): void {
    const options = { ...this.#options, library }
    requireScenarios(options)
    this.#options = options
    for (const sandbox of this.#byName.values()) sandbox.switches.setLibrary(library)
  }
}

/** What is on from the start must be there before anything changes. @throws InputError */
function requireScenarios(options: SandboxOptions): void {
  void new Sandbox(defaultSandbox, options)
}
