import { signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect, useId, useRef } from 'preact/hooks'

import { attempt } from '../state/toasts.ts'
import { Button } from './button.tsx'

interface DialogProps {
  readonly title: string
  readonly children: ComponentChildren
  readonly isWide?: boolean
  /** Undefined for one that cannot be left. */
  readonly onClose?: (() => void) | undefined
}

/** A dialog above the page. It is open while it is rendered. */
export function Dialog({ title, children, isWide = false, onClose }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    element.current?.showModal()
  }, [])
  return (
    <dialog
      ref={element}
      class={isWide ? 'dialog wide' : 'dialog'}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
    >
      <header>
        <h2 id={id}>{title}</h2>
        {onClose === undefined ? null : <Button kind="quiet" icon="close" label="Close" onClick={onClose} />}
      </header>
      <div class="body">{children}</div>
    </dialog>
  )
}

/** A question before something that cannot be undone. */
interface Question {
  readonly title: string
  readonly text: ComponentChildren
  /** The text of the button, which says what happens. */
  readonly verb: string
  readonly work: () => Promise<unknown>
  /** The message of success. */
  readonly done: string
}

const question = signal<Question | undefined>(undefined)

/** Asks before something that cannot be undone is done. */
export function confirm(asked: Question): void {
  question.value = asked
}

/** The place of the question that is asked; the shell has it once. */
export function Confirmation() {
  const asked = question.value
  if (asked === undefined) return null
  const close = (): void => {
    question.value = undefined
  }
  return (
    <Dialog title={asked.title} onClose={close}>
      <p>{asked.text}</p>
      <footer>
        <Button onClick={close}>Cancel</Button>
        <Button
          kind="danger"
          onClick={async () => {
            if (await attempt(asked.work, asked.done)) close()
          }}
        >
          {asked.verb}
        </Button>
      </footer>
    </Dialog>
  )
}
