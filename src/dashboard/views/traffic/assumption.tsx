import { useState } from 'preact/hooks'

import type { AssumptionInfo } from '../../../control/endpoints/assumptions.ts'
import { isChanged, sectionText, takesNumber } from '../../state/assumptions.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { numberOf } from '../../ui/format.ts'
import { hrefIn } from './recorded.ts'

interface AssumptionProps {
  readonly sandbox: string
  readonly assumption: AssumptionInfo
  /** Chooses an option and sends the request again. @returns the reason of a refusal */
  readonly onTry: (option: string | number) => Promise<string | undefined>
}

/** An assumption that decided an answer: its question, its choice, and the others to try. */
export function AssumptionPart({ sandbox, assumption, onTry }: AssumptionProps) {
  const { id, section, question, choice, reason, default: usual } = assumption
  const tone = isChanged(assumption) ? 'warn' : 'neutral'
  return (
    <details class="more why-assumption">
      <summary>
        <span class="grow">{question}</span>
        <Badge tone={tone}>{choice}</Badge>
      </summary>
      <div class="stack">
        <Options assumption={assumption} onTry={onTry} />
        <p class="muted">
          {isChanged(assumption) ? `The default is ${usual}. ` : 'This is the default. '}
          {reason}
        </p>
        <p class="row muted">
          {sectionText(section)} of the document leaves it open.
          <a href={hrefIn(sandbox, 'assumptions', id)}>Open {id}</a>
        </p>
      </div>
    </details>
  )
}

function Options({ assumption, onTry }: Omit<AssumptionProps, 'sandbox'>) {
  const { options, effects, choice } = assumption
  const [number, setNumber] = useState(String(choice))
  const [error, setError] = useState<string>()
  const attempt = async (option: string | number): Promise<void> => setError(await onTry(option))
  if (takesNumber(assumption)) {
    return (
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault()
          void attempt(numberOf(number))
        }}
      >
        <TextField label="Another number" kind="number" value={number} onInput={setNumber} error={error} />
        <Button type="submit">Switch and send again</Button>
      </form>
    )
  }
  return (
    <>
      <ul class="why-options">
        {options.map((option) => (
          <li key={option}>
            <div class="row">
              <code class="grow">{option}</code>
              {option === choice ? (
                <span class="muted">chosen now</span>
              ) : (
                <Button
                  size="small"
                  icon="send"
                  label={`Switch and send again, with ${option}`}
                  onClick={() => attempt(option)}
                >
                  Switch and send again
                </Button>
              )}
            </div>
            {effects[option] === undefined ? null : <p>{effects[option]}</p>}
          </li>
        ))}
      </ul>
      {error === undefined ? null : (
        <p class="note bad" role="alert">
          {error}
        </p>
      )}
    </>
  )
}
