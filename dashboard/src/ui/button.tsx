import { type ButtonHTMLAttributes, createContext } from 'preact'
import { useContext, useState } from 'preact/hooks'

import { attempt, say } from '../state/toasts.ts'
import { Icon, type IconName } from './icon.tsx'

interface ButtonProps extends Pick<ButtonHTMLAttributes, 'children' | 'disabled' | 'tabIndex'> {
  readonly icon?: IconName | undefined
  /** The accessible name of a button with only an icon, or with a short text. */
  readonly label?: string
  readonly kind?: 'plain' | 'primary' | 'danger' | 'quiet'
  readonly size?: 'small' | 'usual'
  readonly type?: 'button' | 'submit'
  readonly pressed?: boolean
  /** The button is disabled while this promise, or the promise of the form that it submits, is pending. */
  readonly onClick?: () => unknown
}

/** True in a form while its submission is pending. */
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
      // A disabled button would lose the focus.
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

/** Copies a text. Without https, browsers offer the clipboard only on the loopback. */
export async function copy(text: string): Promise<void> {
  if (!isSecureContext) {
    say('The browser allows copying only with https or on localhost: select the text, and copy it by hand.', true)
    return
  }
  if (await attempt(() => navigator.clipboard.writeText(text))) say('Copied.')
}

/** A button that copies a text. */ export const CopyButton = ({
  text,
  label,
}: {
  readonly text: string
  readonly label: string
}) => <Button size="small" kind="quiet" icon="copy" label={label} onClick={() => copy(text)} />
