import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'

import { ProblemError } from '../state/ask.ts'
import { messageOf } from '../state/use-loaded.ts'
import { Button, FormBusy } from './button.tsx'

interface FormProps {
  readonly class?: string
  /** @param signal aborted when the form is left */
  readonly onSubmit: (signal: AbortSignal) => Promise<unknown>
  readonly children: ComponentChildren
}

/** A form. It is not submitted twice. After an error, the first invalid field gets the focus. */
export function Form({ class: className, onSubmit, children }: FormProps) {
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
      // The page shows errors at the fields itself.
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

/** The buttons of a form in a dialog. @param verb the text of the submit button */
export const FormButtons = ({ verb, onCancel }: { readonly verb: string; readonly onCancel: () => void }) => (
  <footer>
    <Button onClick={onCancel}>Cancel</Button>
    <Button kind="primary" type="submit">
      {verb}
    </Button>
  </footer>
)

/** Keeps the error of a form. @param fields the names of its fields */
export function useFormError(fields: readonly string[]) {
  const [error, setError] = useState<unknown>()
  const field = error instanceof ProblemError ? error.field : undefined
  const isElsewhere = error !== undefined && !fields.includes(field ?? '')
  return {
    error,
    /** The error of a field. */
    of: (name: string): string | undefined => (error !== undefined && name === field ? messageOf(error) : undefined),
    /** The error, if it concerns no field of the form. */
    elsewhere: isElsewhere ? messageOf(error) : undefined,
    /** Clears the error, for example on input. */
    clear: (): void => setError(undefined),
    /** Runs work that may fail. @returns true if it succeeded */
    attempt: async (work: () => Promise<unknown>): Promise<boolean> => {
      const refused = await work().then(
        () => undefined,
        (reason: unknown) => reason,
      )
      setError(refused)
      return refused === undefined
    },
  }
}
