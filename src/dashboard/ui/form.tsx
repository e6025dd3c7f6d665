import { type ComponentChildren, createContext } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

import { Refusal } from '../state/ask.ts'
import { messageOf } from '../state/use-loaded.ts'

interface FormProps {
  readonly class?: string
  readonly label?: string
  /** @param signal aborted when the form is left */
  readonly onSubmit: (signal: AbortSignal) => Promise<unknown>
  readonly children: ComponentChildren
}

/** True in a form while its work is pending. */
export const FormBusy = createContext(false)

/** A form. While its work is pending, it is not sent again. After a refusal, the first field that is wrong has the focus. */
export function Form({ class: className, label, onSubmit, children }: FormProps) {
  const [isBusy, setBusy] = useState(false)
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const submit = async (form: HTMLFormElement): Promise<void> => {
    if (running.current !== undefined) return
    running.current = new AbortController()
    setBusy(true)
    try {
      await onSubmit(running.current.signal)
    } finally {
      running.current = undefined
      setBusy(false)
    }
    form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }
  return (
    <form
      class={className}
      aria-label={label}
      // The page says itself why a value is refused, at the field.
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit(event.currentTarget)
      }}
    >
      <FormBusy.Provider value={isBusy}>{children}</FormBusy.Provider>
    </form>
  )
}

/** The last refusal of a form, by its fields. */
export interface FormRefusal {
  /** Why it was refused; undefined if it was not. */
  readonly error: unknown
  /** Why a field was refused. */
  readonly of: (field: string) => string | undefined
  /** Why the rest was refused: the field is none of the form's. */
  readonly elsewhere: string | undefined
  /** Forgets it, such as when the person types on. */
  readonly clear: () => void
  /** Does something that may be refused. @returns true if it succeeded */
  readonly attempt: (work: () => Promise<unknown>) => Promise<boolean>
}

/** Keeps why a form was refused. @param fields the names of its fields */
export function useRefusal(fields: readonly string[]): FormRefusal {
  const [error, setError] = useState<unknown>()
  const field = error instanceof Refusal ? error.field : undefined
  const isElsewhere = error !== undefined && !fields.includes(field ?? '')
  return {
    error,
    of: (name) => (error !== undefined && name === field ? messageOf(error) : undefined),
    elsewhere: isElsewhere ? messageOf(error) : undefined,
    clear: () => setError(undefined),
    attempt: async (work) => {
      try {
        await work()
      } catch (refused) {
        setError(refused)
        return false
      }
      setError(undefined)
      return true
    },
  }
}
