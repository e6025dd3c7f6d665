/** Four 32-bit words that depend on every character of `text` (cyrb128). */
function hash(text: string): [number, number, number, number] {
  let a = 1779033703
  let b = 3144134277
  let c = 1013904242
  let d = 2773480762
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i)
    a = b ^ Math.imul(a ^ code, 597399067)
    b = c ^ Math.imul(b ^ code, 2869860233)
    c = d ^ Math.imul(c ^ code, 951274213)
    d = a ^ Math.imul(d ^ code, 2716044179)
  }
  a = Math.imul(c ^ (a >>> 18), 597399067)
  b = Math.imul(d ^ (b >>> 22), 2869860233)
  c = Math.imul(a ^ (c >>> 17), 951274213)
  d = Math.imul(b ^ (d >>> 19), 2716044179)
  const all = a ^ b ^ c ^ d
  return [all >>> 0, (b ^ all) >>> 0, (c ^ all) >>> 0, (d ^ all) >>> 0]
}

const bytes = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))
const byte = (word: number, shift: number): string => bytes[(word >>> shift) & 0xff] ?? ''
const half = (word: number, shift: number): string => byte(word, shift + 8) + byte(word, shift)

/** A sequence of seeded random values (sfc32). The same label gives the same values. */
export class RandomStream {
  #a: number
  #b: number
  #c: number
  #d: number

  constructor(label: string) {
    ;[this.#a, this.#b, this.#c, this.#d] = hash(label)
    for (let i = 0; i < 12; i += 1) this.word()
  }

  /** A whole number from 0 to 2³² − 1. */
  word(): number {
    const t = (((this.#a + this.#b) | 0) + this.#d) | 0
    this.#d = (this.#d + 1) | 0
    this.#a = this.#b ^ (this.#b >>> 9)
    this.#b = (this.#c + (this.#c << 3)) | 0
    this.#c = (this.#c << 21) | (this.#c >>> 11)
    this.#c = (this.#c + t) | 0
    return t >>> 0
  }

  fraction(): number {
    return this.word() / 2 ** 32
  }

  int(min: number, max: number): number {
    return min + Math.floor(this.fraction() * (max - min + 1))
  }

  uuid(): string {
    const [a, b, c, d] = [this.hex(), this.word(), this.word(), this.hex()]
    const [version, variant] = [(b & 0xfff) | 0x4000, ((c >>> 16) & 0x3fff) | 0x8000]
    return `${a}-${half(b, 16)}-${half(version, 0)}-${half(variant, 0)}-${half(c, 0)}${d}`
  }

  hex(): string {
    const word = this.word()
    return half(word, 16) + half(word, 0)
  }
}

/** The label of a record's stream. It depends on nothing else, so that the draws of two requests are independent. */
export function streamLabel(seed: number, kind: string, number: number | string): string {
  return `${seed}:${kind} ${number}`
}

export function drawId(label: string): string {
  return new RandomStream(`${label} id`).uuid()
}
