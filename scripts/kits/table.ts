import { groups } from '../../src/cli/commands/groups.ts'
import type { Endpoints } from '../../src/core/control/endpoints/endpoint.ts'
import { recordEndpoints } from '../../src/core/control/endpoints/records.ts'
import { type ControlCall, controlCalls, type KitCall, kitCalls } from './calls.ts'
import { toCamel } from './java.ts'
import { readDocument } from './render.ts'

/** The pages about the groups. The first call of a group links to its page. */
const pages: Readonly<Record<string, string>> = {
  scenarios: 'failures.md',
  assumptions: 'assumptions.md',
  clock: 'time.md',
  requests: 'journal.md',
  outbox: 'notifications.md',
  keys: 'getting-started.md#api-keys',
  sandboxes: 'sandboxes.md',
  snapshot: 'sandboxes.md#snapshots',
  tls: 'security.md#https',
  AREA: 'control-plane.md#records',
}

/** Longer lists of fields are only on the page of their group. */
const maxFields = 5

/** The table of calls in JavaScript, Python, Java, HTTP, and on the command line. All areas share rows. */
export async function renderTable(): Promise<string> {
  const document = await readDocument()
  const all = controlCalls(document)
  const kits = new Map(kitCalls(document).map((kit) => [kit.id, kit]))
  const [area = '', ...others] = all.flatMap(({ id, group }) => (/^arrange\..*\.list$/.test(id) ? [group] : []))
  const rows = all
    .filter(({ group }) => !others.includes(group))
    .map((call) => (call.group === area ? { ...call, group: 'AREA', path: call.path.replace(area, 'AREA') } : call))
    .map((call, at, shown) => toRow(call, kits.get(call.id), shown[at - 1]?.group !== call.group))
  return ['| JavaScript | Python | Java | HTTP | terminal |', '| --- | --- | --- | --- | --- |', ...rows].join('\n')
}

function toRow(call: ControlCall, kit: KitCall | undefined, isFirst: boolean): string {
  const { group, method, path, signatures } = call
  const toCell = (text: string): string => `\`${group === '' ? '' : `${group}.`}${text}\``
  const page = isFirst ? pages[group] : undefined
  const programs = signatures.map(toCell).join(', ')
  const ofKit = (toName: (name: string) => string, args: readonly string[]): string =>
    kit === undefined ? '' : toCell(`${toName(kit.name)}(${args.join(', ')})`)
  const { args = [], inBody = [] } = kit ?? {}
  const inPython = ofKit(String, args)
  const inJava = ofKit(toCamel, inBody.length > 0 ? ['{…}'] : args)
  const cells = [
    page === undefined ? programs : programs.replace(/`[^`]+`/, `[$&](${page})`),
    kit !== undefined && programs.startsWith(inPython) ? '=' : inPython,
    kit !== undefined && inJava === inPython ? '=' : inJava,
    `\`${method} ${path.replace('{name}', nameIn(path)) || '/'}${fieldsOf(call)}\``,
    commandsOf(call),
  ]
  return `| ${cells.join(' | ')} |`
}

const nameIn = (path: string): string => (/^\/(?:scenarios|sandboxes)/.test(path) ? 'NAME' : 'ID')

function fieldsOf({ query, fields }: ControlCall): string {
  const isShort = (names: readonly string[]): boolean => names.length > 0 && names.length <= maxFields
  return `${isShort(query) ? `?${query.join('&')}` : ''}${isShort(fields) ? ` {${fields.join(', ')}}` : ''}`
}

function commandsOf({ id }: ControlCall): string {
  // The group of the records is loaded on demand.
  const groupEndpoints = Object.values(groups).flatMap((group) => ('endpoints' in group ? [group.endpoints] : []))
  const endpoints: readonly Endpoints[] = [...groupEndpoints, recordEndpoints]
  const found = new Map(endpoints.flatMap((known) => Object.entries(known))).get(id.replace(/^arrange\.\w+\./, ''))
  return Object.keys(found?.commands ?? {})
    .map((usage) => `\`${usage.replace(/ [<[].*/, '')}\``)
    .join(', ')
}
