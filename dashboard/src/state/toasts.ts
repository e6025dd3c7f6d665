import { signal } from '@preact/signals'

import { later } from './time.ts'
import { messageOf } from './use-loaded.ts'

/** A message about something that was done or that failed. */
export interface Toast {
  readonly id: number
  readonly text: string
  readonly isBad: boolean
}

export const toasts = signal<readonly Toast[]>([])
let count = 0

export function dismiss(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id)
}

/**
 * Shows a message, only about what the view does not show, such as a copy, a saved file, or a change in another view.
 * An error stays until it is dismissed.
 */
export function say(text: string, isBad = false): void {
  count += 1
  const id = count
  toasts.value = [...toasts.value.slice(-3), { id, text, isBad }]
  if (!isBad) later(4000, () => dismiss(id))
}

/** Runs work that may fail, and shows its error. @returns true if it succeeded */
export async function attempt(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
  } catch (error) {
    say(messageOf(error), true)
    return false
  }
  return true
}
