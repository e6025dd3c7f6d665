import type { ComponentChildren } from 'preact'
import { useContext, useState } from 'preact/hooks'

import { FormBusy } from './form.tsx'
import { Icon, type IconName } from './icon.tsx'

interface ButtonProps {
  readonly children?: ComponentChildren
  readonly icon?: IconName | undefined
  /** The name of a button that has only an icon, or a text that needs more words. */
  readonly label?: string
  readonly kind?: 'plain' | 'primary' | 'danger' | 'quiet'
  readonly size?: 'small' | 'usual'
  readonly type?: 'button' | 'submit'
  readonly disabled?: boolean
  readonly pressed?: boolean
  /** -1 in a row of a list, which is one stop of the Tab key. */
  readonly tabIndex?: number
  /** While its promise is pending, or that of the form that it submits, the button cannot be used. */
  readonly onClick?: () => unknown
}

/** Does what a button does once at a time. */
function useBusy(work: ButtonProps['onClick']) {
  const [isBusy, setBusy] = useState(false)
  const click = async (): Promise<void> => {
    setBusy(true)
    try {
      await work?.()
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, click: work === undefined || isBusy ? undefined : () => void click() }
}

/** A button. */
export function Button({
  children,
  icon,
  label,
  kind = 'plain',
  size = 'usual',
  type = 'button',
  disabled = false,
  pressed,
  tabIndex,
  onClick,
}: ButtonProps) {
  const { isBusy, click } = useBusy(onClick)
  const isSending = useContext(FormBusy)
  const classes = [kind === 'plain' ? '' : kind, size === 'small' ? 'small' : '', children === undefined ? 'icon' : '']
  return (
    <button
      type={type}
      class={classes.filter((name) => name !== '').join(' ') || undefined}
      disabled={disabled}
      tabIndex={tabIndex}
      // A button that is disabled loses the focus.
      aria-disabled={type === 'submit' ? isSending : isBusy}
      aria-label={label}
      aria-pressed={pressed}
      title={children === undefined ? label : undefined}
      onClick={click}
    >
      {icon === undefined ? null : <Icon name={icon} />}
      {children}
    </button>
  )
}
