/** The keys of an object that has no others than its type says, in their order. */
export function keysOf<T extends object>(record: T): readonly (keyof T & string)[] {
  return Object.keys(record) as (keyof T & string)[]
}
