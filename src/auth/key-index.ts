/** Which sandboxes made which keys, in all of a fake. */
export class KeyIndex {
  /** What sandboxes have claimed, by the hash of a secret. */
  readonly #makers = new Map<string, readonly KeyOwnership[]>()

  /** Whether no sandbox has made any. */
  get isEmpty(): boolean {
    return this.#makers.size === 0
  }

  /** Name of the one sandbox that made a key with a hash; undefined where none did, and where several did: then none is meant. */
  makerOf(secretHash: string): string | undefined {
    const makers = this.#makers.get(secretHash)
    return makers?.length === 1 ? makers[0]?.name : undefined
  }

  /** Notes who made a key. @returns the names of all that made one with its hash */
  add(secretHash: string, maker: KeyOwnership): readonly string[] {
    const makers = [...(this.#makers.get(secretHash) ?? []), maker]
    this.#makers.set(secretHash, makers)
    return makers.map(({ name }) => name)
  }

  /** Forgets that somebody made a key. */
  remove(secretHash: string, maker: KeyOwnership): void {
    const makers = this.#makers.get(secretHash)?.filter((other) => other !== maker) ?? []
    if (makers.length === 0) this.#makers.delete(secretHash)
    else this.#makers.set(secretHash, makers)
  }
}

/** What one sandbox has in the index. */
export class KeyOwnership {
  readonly #index: KeyIndex
  /** Of the sandbox. */
  readonly name: string
  readonly #taken: string[] = []

  constructor(index: KeyIndex, name: string) {
    this.#index = index
    this.name = name
  }

  /** Notes that the sandbox has made a key, none before with this secret. @returns all sandboxes that made one with it */
  take(secretHash: string): readonly string[] {
    this.#taken.push(secretHash)
    return this.#index.add(secretHash, this)
  }

  /** Gives all of them up. */
  close(): void {
    for (const secretHash of this.#taken.splice(0)) this.#index.remove(secretHash, this)
  }
}
