/** The value of a name that others gave, such as `constructor`: undefined where the record itself has no such name. */
export const own = <T>(record: Readonly<Record<string, T>> | undefined, name: string): T | undefined =>
  record !== undefined && Object.hasOwn(record, name) ? record[name] : undefined
