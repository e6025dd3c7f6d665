import { InputError, quote } from '../../lib/input-error.ts'
import { toTable } from '../../lib/table.ts'
import { defaultSandbox } from '../../sandbox/sandboxes.ts'
import { type Actions, Shown } from '../group.ts'

export const sandboxActions: Actions = {
  'sandboxes create': async ({ fake, args: [wanted] }) => {
    const { name, baseUrl, controlUrl } = await fake.sandboxes.create(wanted)
    const text = toTable([
      ['name', name],
      ['base URL', baseUrl],
      ['control', controlUrl],
    ])
    return new Shown({ name, baseUrl, controlUrl }, text)
  },
  'sandboxes delete': async ({ fake: { sandboxes }, args: names }) => {
    if (names.includes(defaultSandbox)) {
      const why = 'it is behind the plain base URL; cloudsec-fake reset puts it back to its start'
      throw new InputError(`${quote(defaultSandbox)} cannot be deleted, since ${why}`, { field: 'sandboxes delete' })
    }
    const known = new Set((await sandboxes.list()).map(({ name }) => name))
    // A name that is refused comes before all others.
    for (const name of names.toSorted((a, b) => Number(known.has(a)) - Number(known.has(b)))) {
      await sandboxes.delete(name)
    }
    return new Shown({ deleted: names }, `deleted: ${names.join(', ')}`)
  },
}
