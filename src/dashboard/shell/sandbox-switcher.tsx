import { useAnswer } from '../state/api.ts'
import { pageOf } from '../state/place.ts'
import { Select } from '../ui/field.tsx'

/** Chooses which sandbox the page shows. */
export function SandboxSwitcher({ current }: { readonly current: string }) {
  const { value } = useAnswer('GET /sandboxes', {}, { everyMs: 10_000 })
  const names = new Set(['default', current, ...(value?.items.map(({ name }) => name) ?? [])])
  return (
    <Select
      label="Sandbox"
      isLabelHidden
      value={current}
      options={[...names].map((name) => ({ value: name, text: `sandbox ${name}` }))}
      onChange={(name) => location.assign(pageOf(name))}
    />
  )
}
