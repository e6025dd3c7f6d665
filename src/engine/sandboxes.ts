import { Sandbox, type SandboxOptions } from './sandbox.ts'

/** Name of the sandbox behind the plain base address. */
export const defaultSandbox = 'default'

const nameForm = /^[a-z0-9][a-z0-9-]{0,62}$/

/** What a sandbox may be named, for messages to people. */
export const sandboxNameRule = '1 to 63 lower-case letters, digits and hyphens, not a hyphen first'

/** Whether a text may name a sandbox, by `sandboxNameRule`. */
export function isSandboxName(name: string): boolean {
  return nameForm.test(name)
}

/** The sandboxes of a fake, each made on first use, never more than a set number and none ever dropped to make room. */
export class Sandboxes {
  readonly #options: SandboxOptions
  readonly #byName = new Map<string, Sandbox>()
  /** The most there may be, the default one included. */
  readonly most: number
  /** The sandbox behind the plain base address; always there. */
  readonly default: Sandbox

  constructor(options: SandboxOptions, most: number) {
    this.#options = options
    this.most = most
    this.default = new Sandbox(defaultSandbox, options)
    this.#byName.set(defaultSandbox, this.default)
  }

  /** The sandbox of a name; undefined where it would be one too many. */
  get(name: string): Sandbox | undefined {
    const known = this.#byName.get(name)
    if (known !== undefined || this.#byName.size >= this.most) return known
    const made = new Sandbox(name, this.#options)
    this.#byName.set(name, made)
    return made
  }
}
