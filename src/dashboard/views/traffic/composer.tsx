import { Dialog } from '../../ui/dialog.tsx'

/** Sends a request to the API. */
export function Composer({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Send a request" onClose={onClose}>
      <p>This part is being built.</p>
    </Dialog>
  )
}
