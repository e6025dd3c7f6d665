import { dismiss, toasts } from '../state/toasts.ts'
import { Button } from './button.tsx'

/** The current messages. */
export function Toasts() {
  return (
    <div class="toasts" role="log" aria-label="Messages">
      {toasts.value.map(({ id, text, isBad }) => (
        <div key={id} class={isBad ? 'toast bad' : 'toast'}>
          <p class="grow">{text}</p>
          <Button kind="quiet" size="small" icon="close" label="Dismiss" onClick={() => dismiss(id)} />
        </div>
      ))}
    </div>
  )
}
