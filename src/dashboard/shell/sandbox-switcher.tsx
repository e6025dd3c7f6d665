import type { SandboxInfo } from '../../control/endpoints/sandboxes.ts'
import { read } from '../state/ask.ts'
import { pageOf } from '../state/place.ts'
import { useLoaded } from '../state/use-loaded.ts'
import { Select } from '../ui/field.tsx'

/** Chooses which sandbox the page shows. */
export function SandboxSwitcher({ current }: { readonly current: string }) {
  const load = () => read<{ items: readonly SandboxInfo[] }>('/sandboxes')
  const { value } = useLoaded('sandboxes', load, { everyMs: 10_000 })
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
