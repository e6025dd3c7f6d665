import { useEffect, useState } from 'preact/hooks'

import type { AssumptionInfo } from '../../../../src/core/control/endpoints/assumptions.ts'
import { choose, sectionText, takesNumber } from '../../state/assumptions.ts'
import { sandboxName } from '../../state/place.ts'
import { attempt } from '../../state/toasts.ts'
import { entries, keyOf } from '../../state/traffic.ts'
import { Button } from '../../ui/button.tsx'
import { Choice, TextField } from '../../ui/field.tsx'
import { Form, useFormError } from '../../ui/form.tsx'
import { numberOf, numberText } from '../../ui/format.ts'
import { Detail } from '../../ui/list-detail.tsx'
import { RequestLinks } from '../../ui/request-links.tsx'

interface RowProps {
  readonly row: AssumptionInfo
}

/** One assumption: its options, the reason for its default, and the requests that depended on it. */
export function AssumptionDetail({ row }: RowProps) {
  const { id, section, question, reason } = row
  return (
    <Detail title={question}>
      <p class="muted">
        <code>{id}</code> · {sectionText(section)} does not say it
      </p>
      {takesNumber(row) ? <NumberChoice row={row} /> : <Options row={row} />}
      <section class="stack part">
        <h3>Why this default</h3>
        <p>{reason}</p>
      </section>
      <Met id={id} />
    </Detail>
  )
}

function Options({ row: { id, options, effects, choice, default: defaultOption } }: RowProps) {
  // The clicked option shows as chosen until the fake has answered.
  const [clicked, click] = useState<string>()
  useEffect(() => click(undefined), [choice])
  const switchTo = async (option: string): Promise<void> => {
    click(option)
    if (!(await attempt(() => choose({ [id]: option })))) click(undefined)
  }
  return (
    <fieldset class="stack">
      <legend>Options</legend>
      {options.map((option) => (
        <Choice
          key={option}
          group={id}
          checked={(clicked ?? String(choice)) === option}
          onChange={() => void switchTo(option)}
          label={
            <>
              {effects[option]}
              <div class="muted">
                <code>{option}</code>
                {option === String(defaultOption) ? ' default' : null}
              </div>
            </>
          }
        />
      ))}
    </fieldset>
  )
}

function NumberChoice({ row }: RowProps) {
  const [text, setText] = useState(String(row.choice))
  const refusal = useFormError([row.id])
  return (
    <Form class="stack" onSubmit={() => refusal.attempt(() => choose({ [row.id]: numberOf(text) }))}>
      <TextField
        label="A whole number"
        kind="number"
        value={text}
        onInput={setText}
        hint={`It is ${row.choice} now; the default is ${row.default}.`}
        error={refusal.of(row.id) ?? refusal.elsewhere}
      />
      <div>
        <Button type="submit">Switch</Button>
      </div>
    </Form>
  )
}

/** At most this many requests are listed. */
const maxListed = 8

function Met({ id }: { readonly id: string }) {
  const all = entries.value.filter(({ sandbox, assumptions }) => sandbox === sandboxName && assumptions.includes(id))
  const count = numberText(all.length)
  return (
    <section class="stack part" aria-label="Requests that met it">
      <h3>Requests that met it: {all.length > maxListed ? `the newest ${maxListed} of ${count}` : count}</h3>
      {all.length === 0 ? null : <RequestLinks keys={all.slice(-maxListed).toReversed().map(keyOf)} />}
    </section>
  )
}
