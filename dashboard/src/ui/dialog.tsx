import { computed, signal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'

import { say } from '../state/toasts.ts'
import { Button } from './button.tsx'
import { useFormError } from './form.tsx'
import { Toasts } from './toasts.tsx'
import { ErrorNote } from './view.tsx'

interface DialogProps {
  readonly title: string
  readonly children: ComponentChildren
  readonly isWide?: boolean
  /** Undefined for a dialog that cannot be closed. */
  readonly onClose?: (() => void) | undefined
}

/** The open dialogs, topmost last. */
const openDialogs = signal<readonly string[]>([])

/** True while a dialog is open: it shows the messages, because nothing behind it is usable. */
export const isDialogOpen = computed(() => openDialogs.value.length > 0)

/** A dialog above the page. It is open while it is rendered. */
export function Dialog({ title, children, isWide = false, onClose }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)
  const id = useId()
  // Opens before the next key press, so that it gets the input.
  useLayoutEffect(() => {
    const dialog = element.current
    const before = document.activeElement
    dialog?.showModal()
    dialog?.querySelector<HTMLElement>('.body :is(input, select, textarea, button)')?.focus()
    openDialogs.value = [...openDialogs.value, id]
    return () => {
      openDialogs.value = openDialogs.value.filter((other) => other !== id)
      dialog?.close()
      if (before instanceof HTMLElement) before.focus()
    }
  }, [id])
  return (
    <dialog
      ref={element}
      class={isWide ? 'wide' : undefined}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
      // A browser closes a dialog when Escape is pressed twice.
      onClose={() => {
        if (onClose === undefined) element.current?.showModal()
        else if (element.current !== null) onClose()
      }}
    >
      <header>
        <h2 id={id} class="break">
          {title}
        </h2>
        {onClose === undefined ? null : <Button kind="quiet" icon="close" label="Close" onClick={onClose} />}
      </header>
      <div class="body">{children}</div>
      {openDialogs.value.at(-1) === id ? <Toasts /> : null}
    </dialog>
  )
}

/** A confirmation of something that cannot be undone. */
interface Question {
  readonly title: string
  readonly text: ComponentChildren
  /** The text of the confirm button. */
  readonly verb: string
  readonly work: () => Promise<unknown>
  /** The success message, if the view does not show the change. */
  readonly done?: string
}

const question = signal<Question | undefined>(undefined)

/** Asks for confirmation of something that cannot be undone. */
export function confirm(asked: Question): void {
  question.value = asked
}

/** Shows the current confirmation; the shell renders it once. */
export function Confirmation() {
  const asked = question.value
  return asked === undefined ? null : <ConfirmDialog {...asked} />
}

function ConfirmDialog({ title, text, verb, work, done }: Question) {
  const { elsewhere, attempt } = useFormError([])
  const close = (): void => {
    question.value = undefined
  }
  const go = async (): Promise<void> => {
    if (!(await attempt(work))) return
    close()
    if (done !== undefined) say(done)
  }
  return (
    <Dialog title={title} onClose={close}>
      <p class="break">{text}</p>
      <ErrorNote text={elsewhere} />
      <footer>
        <Button onClick={close}>Cancel</Button>
        <Button kind="danger" onClick={go}>
          {verb}
        </Button>
      </footer>
    </Dialog>
  )
}
