import { api } from '../../state/api.ts'
import { go } from '../../state/route.ts'
import { parseInstant } from '../../state/time.ts'
import { useLoaded } from '../../state/use-loaded.ts'
import { Select } from '../../ui/field.tsx'
import { Detail } from '../../ui/list-detail.tsx'
import { plain } from '../../ui/rule-words.ts'
import { ErrorNote } from '../../ui/view.tsx'

type Item = Readonly<Record<string, unknown>>

/** Loads the contents of a sandbox from the control plane, by part. */
async function load(sandbox: string): Promise<ReadonlyMap<string, readonly Item[]>> {
  const { clock, scenarios, assumptions, quotas, counts } = await api('GET /', { sandbox })
  const records = Object.keys(counts).map(async (area): Promise<[string, readonly Item[]]> => {
    const { items } = await api('GET /{area}', { path: { area }, query: { limit: 1000 }, sandbox })
    return [area, items]
  })
  return new Map<string, readonly Item[]>([
    ['clock', [{ id: 'clock', ...clock }]],
    ['scenarios on', scenarios.map((id) => ({ id }))],
    ['assumptions', Object.entries(assumptions).map(([id, choice]) => ({ id: `${id} ${choice}` }))],
    ['keys', quotas.map(({ id, name, limit, remaining }) => ({ id, name, limit, remaining }))],
    ...(await Promise.all(records)),
  ])
}

/** Describes the fields that differ. Two clocks are read in sequence, so a few seconds do not count. */
const fieldsOf = (before: Item, after: Item): readonly string[] =>
  Object.keys({ ...before, ...after }).flatMap((field) => {
    const [old, now] = [before[field], after[field]].map((value) => plain(value ?? 'none'))
    const isClose = field === 'now' && Math.abs(parseInstant(`${old}`) - parseInstant(`${now}`)) < 5000
    return old === now || isClose ? [] : [`${field}: ${old} → ${now}`]
  })

/** What was added, removed or changed from left to right. */
function differencesOf(left: readonly Item[], right: readonly Item[]) {
  const [first, second] = [left, right].map((items) => new Map(items.map((item) => [item['id'], item])))
  return [...new Map([...left, ...right].map((item) => [item['id'], item]))].flatMap(([id, item]) => {
    const [before, after] = [first?.get(id), second?.get(id)]
    const what = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed'
    const fields = before === undefined || after === undefined ? [] : fieldsOf(before, after)
    return what === 'changed' && fields.length === 0 ? [] : [{ what, name: plain(item['name'] ?? id), fields }]
  })
}

async function compare(left: string, right: string, known: readonly string[]) {
  // A request to an unknown sandbox would create it.
  const unknown = [left, right].find((name) => !known.includes(name))
  if (unknown !== undefined) throw new Error(`No sandbox has the name ${unknown}`)
  const [first, second] = await Promise.all([load(left), load(right)])
  return [...first].flatMap(([part, items]) => {
    const differences = differencesOf(items, second.get(part) ?? [])
    return differences.length === 0 ? [] : [{ part, differences }]
  })
}

export const compareTwo = (...names: readonly string[]): void =>
  go('sandboxes', undefined, { compare: names.join(',') })

/** Compares two sandboxes by their contents. Each part that differs is collapsed. */
export function Compare({ pair, names }: { readonly pair: string; readonly names: readonly string[] }) {
  const [left = '', right = ''] = pair.split(',')
  const { value, error } = useLoaded(pair, () => compare(left, right, names), { everyMs: 10_000 })
  const options = names.map((name) => <option key={name}>{name}</option>)
  return (
    <Detail title="Compare two">
      <div class="fields">
        <Select label="From" value={left} onChange={(name) => compareTwo(name, right)}>
          {options}
        </Select>
        <Select label="To" value={right} onChange={(name) => compareTwo(left, name)}>
          {options}
        </Select>
      </div>
      <ErrorNote text={error} />
      {value?.length === 0 ? <p class="note">Nothing differs: a request gets the same answer from both.</p> : null}
      {value?.map(({ part, differences }) => (
        <details key={part} class="part">
          <summary>
            {part}
            <span class="muted num">
              {['added', 'removed', 'changed']
                .map((word) => `${differences.filter(({ what }) => what === word).length} ${word}`)
                .filter((text) => !text.startsWith('0 '))
                .join(', ')}
            </span>
          </summary>
          <ul class="stack">
            {differences.map(({ what, name, fields }, at) => (
              <li key={at} class="break">
                <span class="muted">{what}</span> {name}
                {fields.map((text) => (
                  <div key={text}>{text}</div>
                ))}
              </li>
            ))}
          </ul>
        </details>
      ))}
    </Detail>
  )
}
