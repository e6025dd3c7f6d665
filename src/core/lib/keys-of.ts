/** The keys of an object, as its type knows them. The object must have no others. */
export function keysOf<T extends object>(record: T): readonly (keyof T & string)[] {
  return Object.keys(record) as (keyof T & string)[]
}
