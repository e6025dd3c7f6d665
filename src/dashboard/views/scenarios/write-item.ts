/** The part of the address that opens the editor. No name of a scenario has a full stop. */
const form = /^(new|edit)\.(.*)$/

/** Opens the editor for a new scenario. @param from the scenario that it starts as a copy of (none) */
export const writeItem = (from = ''): string => `new.${from}`

/** Opens the editor for a scenario. */
export const editItem = (name: string): string => `edit.${name}`

/** Reads the part of the address that opens the editor; undefined for any other. */
export function readWriteItem(item = ''): { readonly isNew: boolean; readonly from: string } | undefined {
  const [, verb, from = ''] = form.exec(item) ?? []
  return verb === undefined ? undefined : { isNew: verb === 'new', from }
}
