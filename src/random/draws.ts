/** A value with its frequency relative to the others of its list. */
export interface Weighted<T> {
  readonly value: T
  readonly weight: number
}

/** Networks for examples (RFC 5737, RFC 1918), and their addresses. */
export type Network = 'test-net-3' | 'private-a'

/** Draws for a record. The same sequence of draws from the same start gives the same values. */
export interface Draws {
  /** A UUID of version 4, in lower case. */
  uuid(): string
  /** One of the values. */
  pick<T>(values: readonly T[]): T
  /** One of the values, by their weights. */
  weighted<T>(values: readonly Weighted<T>[]): T
  /** Some of the values, each once, in any order. */
  some<T>(values: readonly T[], min: number, max: number): T[]
  /** True with a probability from 0 to 1. */
  chance(share: number): boolean
  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number
  /** An instant between two, all in Unix milliseconds. */
  between(fromMs: number, untilMs: number): number
  /** An English noun of four to eight letters. */
  noun(): string
  /** Decimal digits. */
  digits(length: number): string
  /** Hexadecimal digits in lower case. */
  hex(length: number): string
  /** An IPv4 address. */
  ipv4(network: Network): string
}
