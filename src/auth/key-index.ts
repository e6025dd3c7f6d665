/** The sandboxes that made each key, in all of a fake. */
export class KeyIndex {
  /** By the hash of the secret. */
  readonly #owners = new Map<string, readonly KeyOwnership[]>()

  get isEmpty(): boolean {
    return this.#owners.size === 0
  }

  /** The name of the sandbox that made a key; undefined where none did, and where several did. */
  makerOf(secretHash: string): string | undefined {
    const owners = this.#owners.get(secretHash)
    return owners?.length === 1 ? owners[0]?.name : undefined
  }

  /** @returns the names of all sandboxes that made a key with this hash */
  add(secretHash: string, owner: KeyOwnership): readonly string[] {
    const owners = [...(this.#owners.get(secretHash) ?? []), owner]
    this.#owners.set(secretHash, owners)
    return owners.map(({ name }) => name)
  }

  remove(secretHash: string, owner: KeyOwnership): void {
    const others = this.#owners.get(secretHash)?.filter((other) => other !== owner) ?? []
    if (others.length === 0) this.#owners.delete(secretHash)
    else this.#owners.set(secretHash, others)
  }
}

/** The keys that one sandbox has in the index. */
export class KeyOwnership {
  readonly #index: KeyIndex
  /** Of the sandbox. */
  readonly name: string
  readonly #hashes: string[] = []

  constructor(index: KeyIndex, name: string) {
    this.#index = index
    this.name = name
  }

  /** Records a key that the sandbox made. @returns the names of all sandboxes that made a key with this hash */
  add(secretHash: string): readonly string[] {
    this.#hashes.push(secretHash)
    return this.#index.add(secretHash, this)
  }

  close(): void {
    for (const secretHash of this.#hashes.splice(0)) this.#index.remove(secretHash, this)
  }
}
