import { useState } from 'preact/hooks'

import type { AssumptionInfo } from '../../../../src/core/control/endpoints/assumptions.ts'
import type { RequestInfo } from '../../../../src/core/control/endpoints/requests.ts'
import { type Answer, useAnswer } from '../../state/api.ts'
import { isChanged, sectionText, takesNumber } from '../../state/assumptions.ts'
import type { Loaded } from '../../state/use-loaded.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorNote } from '../../ui/view.tsx'
import { hrefIn } from './recorded.tsx'
import type { SendingAgain } from './request-detail.tsx'

/** The assumptions that decided an answer, and the others in effect. */
export function Decisions({ request, again }: { readonly request: RequestInfo; readonly again: SendingAgain }) {
  const { sandbox, assumptions, id } = request
  const { value: register, error } = useAnswer('GET /assumptions', { sandbox })
  // The result stays when the sandbox changes, for example by another choice.
  const deciding = useAnswer('GET /requests/{name}/deciding', { path: { name: id }, sandbox }, { isFixed: true })
  const known = deciding.value?.same === true ? deciding.value.items : undefined
  const isDeciding = (row: string): boolean => known?.some((one) => one.id === row && one.outcome) === true
  const rows = register?.items.filter((row) => assumptions.includes(row.id)) ?? []
  const part = (row: AssumptionInfo, isOpen: boolean) => (
    <AssumptionPart key={row.id} sandbox={sandbox} assumption={row} isOpen={isOpen} again={again} />
  )
  const decided = rows.filter((row) => isDeciding(row.id))
  const others = rows.filter((row) => !isDeciding(row.id))
  return (
    <section class="part" aria-label="Assumptions">
      <ErrorNote text={error} />
      {known === undefined ? (
        <p class="muted break">{unknownText(deciding)}</p>
      ) : decided.length === 0 ? (
        <p class="muted">No assumption decided whether this request succeeds.</p>
      ) : (
        <details open>
          <summary>Decided this answer ({decided.length})</summary>
          {decided.map((row) => part(row, decided.length === 1))}
        </details>
      )}
      <details>
        <summary>
          {decided.length === 0 ? 'In effect' : 'Also in effect'} ({others.length})
        </summary>
        {others.map((row) => part(row, false))}
      </details>
    </section>
  )
}

function unknownText({ value, error }: Loaded<Answer<'GET /requests/{name}/deciding'>>): string {
  if (error !== undefined) return `What decided this answer cannot be known: ${error}`
  if (value === undefined) return 'Looking for what decided this answer…'
  return 'What decided this answer cannot be known: the sandbox has changed since, and gives another one now.'
}

interface AssumptionProps {
  readonly sandbox: string
  readonly assumption: AssumptionInfo
  readonly isOpen: boolean
  readonly again: SendingAgain
}

/** An assumption: its question, its choice, and its other options. */
function AssumptionPart({ sandbox, assumption, isOpen, again }: AssumptionProps) {
  const { id, section, question, choice, reason, options, effects, default: defaultChoice } = assumption
  const [error, setError] = useState<string>()
  const attempt = async (to: string): Promise<void> => setError(await again.send({ id, from: choice, to }))
  return (
    <details class="decision" open={isOpen}>
      <summary>
        <span class="grow">{question}</span>
        <Badge tone={isChanged(assumption) ? 'warn' : 'neutral'}>{choice}</Badge>
      </summary>
      <div class="stack">
        {takesNumber(assumption) ? null : (
          <ul class="stack">
            {options.map((option) => (
              <li key={option}>
                <div class="row">
                  <code class="grow">{option}</code>
                  {option === choice ? (
                    <span class="muted">chosen now</span>
                  ) : (
                    <Button
                      size="small"
                      label={`Switch and send again, with ${option}`}
                      onClick={() => attempt(option)}
                    >
                      Switch and send again
                    </Button>
                  )}
                </div>
                <p class="muted">{effects[option]}</p>
              </li>
            ))}
          </ul>
        )}
        <ErrorNote text={error} />
        <p class="muted">
          {isChanged(assumption) ? `The default is ${defaultChoice}. ` : 'This is the default. '}
          {reason} {sectionText(section)} of the document leaves it open.{' '}
          <a href={hrefIn(sandbox, 'assumptions', id)}>Open {id}</a>
        </p>
      </div>
    </details>
  )
}
