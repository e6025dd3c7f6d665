import { Detail } from '../../ui/view.tsx'

/** A request opened whole. */
export function RequestDetail({ item, onClose }: { readonly item: string; readonly onClose: () => void }) {
  return (
    <Detail title={item} onClose={onClose}>
      <p>This part is being built.</p>
    </Detail>
  )
}
