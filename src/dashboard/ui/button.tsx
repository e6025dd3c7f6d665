import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'

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
  /** While a promise is pending, the button cannot be used. */
  readonly onClick?: () => unknown
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
  onClick,
}: ButtonProps) {
  const [isBusy, setBusy] = useState(false)
  const click = async (): Promise<void> => {
    setBusy(true)
    try {
      await onClick?.()
    } finally {
      setBusy(false)
    }
  }
  const classes = ['button', kind, size === 'small' ? 'small' : '', children === undefined ? 'icon' : '']
  return (
    <button
      type={type}
      class={classes.filter((name) => name !== '').join(' ')}
      disabled={disabled}
      // A button that is disabled loses the focus.
      aria-disabled={isBusy}
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
