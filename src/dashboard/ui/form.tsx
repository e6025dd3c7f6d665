import type { ComponentChildren } from 'preact'
import { useRef, useState } from 'preact/hooks'

import { Refusal } from '../state/ask.ts'
import { messageOf } from '../state/use-loaded.ts'

interface FormProps {
  readonly class?: string
  readonly onSubmit: () => Promise<unknown>
  readonly children: ComponentChildren
}

/** A form. While its work is pending, it is not sent again. After a refusal, the first field that is wrong has the focus. */
export function Form({ class: className, onSubmit, children }: FormProps) {
  const isBusy = useRef(false)
  const submit = async (form: HTMLFormElement): Promise<void> => {
    if (isBusy.current) return
    isBusy.current = true
    try {
      await onSubmit()
    } finally {
      isBusy.current = false
    }
    form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }
  return (
    <form
      class={className}
      // The page says itself why a value is refused, at the field.
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void submit(event.currentTarget)
      }}
    >
      {children}
    </form>
  )
}

/** The last refusal of a form, by its fields. */
export interface FormRefusal {
  /** Why a field was refused. */
  readonly of: (field: string) => string | undefined
  /** Why the rest was refused: the field is none of the form's. */
  readonly elsewhere: string | undefined
  /** Does something that may be refused. @returns true if it succeeded */
  readonly attempt: (work: () => Promise<unknown>) => Promise<boolean>
}

/** Keeps why a form was refused. @param fields the names of its fields */
export function useRefusal(fields: readonly string[]): FormRefusal {
  const [error, setError] = useState<unknown>()
  const field = error instanceof Refusal ? error.field : undefined
  const isElsewhere = error !== undefined && !fields.includes(field ?? '')
  return {
    of: (name) => (error !== undefined && name === field ? messageOf(error) : undefined),
    elsewhere: isElsewhere ? messageOf(error) : undefined,
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
