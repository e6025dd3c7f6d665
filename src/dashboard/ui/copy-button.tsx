import { attempt, say } from '../state/toasts.ts'
import { Button } from './button.tsx'

/** Copies a text. Browsers have no clipboard for a page off the loopback without https: it says so. */
export async function copy(text: string): Promise<void> {
  if (!isSecureContext) {
    say('The browser lets only https and localhost copy: select the text, and copy it by hand.', true)
    return
  }
  if (await attempt(() => navigator.clipboard.writeText(text))) say('Copied.')
}

/** A button that copies a text. */
export function CopyButton({
  text,
  label,
  children,
}: {
  readonly text: string | (() => string)
  readonly label: string
  readonly children?: string
}) {
  return (
    <Button
      size="small"
      kind={children === undefined ? 'quiet' : 'plain'}
      icon="copy"
      label={label}
      onClick={() => copy(typeof text === 'string' ? text : text())}
    >
      {children}
    </Button>
  )
}
