import { type ButtonHTMLAttributes, createContext } from 'preact'
import { useContext, useState } from 'preact/hooks'

import { attempt, say } from '../state/toasts.ts'
import { Icon, type IconName } from './icon.tsx'

interface ButtonProps extends Pick<ButtonHTMLAttributes, 'children' | 'disabled' | 'tabIndex'> {
  readonly icon?: IconName | undefined
  /** The name of a button that has only an icon, or a text that needs more words. */
  readonly label?: string
  readonly kind?: 'plain' | 'primary' | 'danger' | 'quiet'
  readonly size?: 'small' | 'usual'
  readonly type?: 'button' | 'submit'
  readonly pressed?: boolean
  /** While its promise is pending, or that of the form that it submits, the button cannot be used. */
  readonly onClick?: () => unknown
}

/** True in a form while its work is pending. */
export const FormBusy = createContext(false)

/** A button. */
export function Button(props: ButtonProps) {
  const { children, icon, label, kind = 'plain', size = 'usual', type = 'button', pressed, onClick, ...rest } = props
  const [isBusy, setBusy] = useState(false)
  const isSending = useContext(FormBusy)
  const click = async (): Promise<void> => {
    setBusy(true)
    try {
      await onClick?.()
    } finally {
      setBusy(false)
    }
  }
  return (
    <button
      {...rest}
      type={type}
      class={`${kind} ${size} ${children === undefined ? 'icon' : ''}`}
      // A button that is disabled loses the focus.
      aria-disabled={type === 'submit' ? isSending : isBusy}
      aria-label={label}
      aria-pressed={pressed}
      title={children === undefined ? label : undefined}
      onClick={onClick === undefined || isBusy ? undefined : () => void click()}
    >
      {icon === undefined ? null : <Icon name={icon} />}
      {children}
    </button>
  )
}

/** Copies a text. Browsers have no clipboard for a page off the loopback without https: it says so. */
export async function copy(text: string): Promise<void> {
  if (!isSecureContext) {
    say('The browser lets only https and localhost copy: select the text, and copy it by hand.', true)
    return
  }
  if (await attempt(() => navigator.clipboard.writeText(text))) say('Copied.')
}

/** Copies a text. */
export const CopyButton = ({ text, label }: { readonly text: string; readonly label: string }) => (
  <Button size="small" kind="quiet" icon="copy" label={label} onClick={() => copy(text)} />
)
