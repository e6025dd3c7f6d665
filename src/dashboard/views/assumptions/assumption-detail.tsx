import { useEffect, useState } from 'preact/hooks'

import type { AssumptionInfo } from '../../../control/endpoints/assumptions.ts'
import { choose, sectionText, takesNumber } from '../../state/assumptions.ts'
import { sandboxName } from '../../state/place.ts'
import { attempt, say } from '../../state/toasts.ts'
import { entries, keyOf } from '../../state/traffic.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Choice, TextField } from '../../ui/field.tsx'
import { Form, useRefusal } from '../../ui/form.tsx'
import { numberOf, numberText } from '../../ui/format.ts'
import { RequestLinks } from '../../ui/request-links.tsx'
import { Facts } from '../../ui/view.tsx'

/** One assumption: its options, the reason for its default, and the requests that depended on it. */
export function AssumptionDetail({ row }: { readonly row: AssumptionInfo }) {
  const { id, section, options, effects, choice, reason } = row
  // Until the fake has answered, the option that was clicked stays chosen.
  const [clicked, click] = useState<string>()
  useEffect(() => click(undefined), [choice])
  const switchTo = async (option: string): Promise<void> => {
    click(option)
    const isDone = await attempt(() => choose({ [id]: option }))
    if (!isDone) click(undefined)
  }
  return (
    <>
      <Facts
        items={[
          ['Id', <code>{id}</code>],
          ['Document', `${sectionText(section)} does not say it`],
          ['Why this default', reason],
        ]}
      />
      {takesNumber(row) ? (
        <NumberChoice row={row} />
      ) : (
        <fieldset class="options">
          <legend class="legend">Options</legend>
          {options.map((option) => (
            <Choice
              key={option}
              group={id}
              checked={(clicked ?? String(choice)) === option}
              onChange={() => void switchTo(option)}
              label={
                <>
                  <code>{option}</code> {option === String(row.default) ? <Badge>default</Badge> : null}
                  {effects[option] === undefined ? null : <span class="muted effect">{effects[option]}</span>}
                </>
              }
            />
          ))}
        </fieldset>
      )}
      <Dependents id={id} />
    </>
  )
}

function NumberChoice({ row }: { readonly row: AssumptionInfo }) {
  const [text, setText] = useState(String(row.choice))
  const refusal = useRefusal([row.id])
  const submit = async (): Promise<void> => {
    const option = numberOf(text)
    await choose({ [row.id]: option })
    say(`${row.id} is now ${option}.`)
  }
  return (
    <Form class="stack" onSubmit={() => refusal.attempt(submit)}>
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

/** How many of the requests are listed. */
const mostListed = 8

function Dependents({ id }: { readonly id: string }) {
  const all = entries.value.filter(({ sandbox, assumptions }) => sandbox === sandboxName && assumptions.includes(id))
  const newest = all.slice(-mostListed).toReversed()
  return (
    <section class="stack part" aria-label="Requests that depended on it">
      <h3>
        {all.length > mostListed
          ? `Requests that depended on it: the newest ${mostListed} of ${numberText(all.length)}`
          : `Requests that depended on it: ${all.length}`}
      </h3>
      {newest.length === 0 ? (
        <p class="muted">None in the journal. A request is listed here when its answer depends on this point.</p>
      ) : (
        <RequestLinks keys={newest.map(keyOf)} />
      )}
    </section>
  )
}
