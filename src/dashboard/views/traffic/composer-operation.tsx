import type { Api } from '../../state/openapi.ts'
import { messageOf } from '../../state/use-loaded.ts'
import { Select, TextField } from '../../ui/field.tsx'
import { ParameterField } from '../../ui/parameter-field.tsx'
import { type Draft, draftOf, pathOf, takesBody } from './draft.ts'

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'] as const

/** The choice of a free method and path. */
const free = 'free'

interface OperationFieldsProps {
  readonly api: Api
  readonly draft: Draft
  readonly change: (changed: Partial<Draft>) => void
  /** Ids of records that the page made, by tag. */
  readonly made: Readonly<Record<string, string>>
  readonly onChoose: (draft: Draft) => void
}

/** The fields of an operation: which it is, its parameters, and its body. */
export function OperationFields({ api, draft, made, change, onChoose }: OperationFieldsProps) {
  const { operation, values } = draft
  const options = [
    ...api.operations.map(({ name, summary, tag }) => ({ value: name, text: `${name} · ${summary}`, group: tag })),
    { value: free, text: 'Another method and path' },
  ]
  const choose = (name: string): void => {
    const chosen = api.operations.find((known) => known.name === name)
    if (chosen === undefined) change({ operation: undefined, path: pathOf(draft) })
    else onChoose(draftOf(chosen, made[chosen.tag]))
  }
  return (
    <>
      <Select label="Operation" value={operation?.name ?? free} options={options} onChange={choose} />
      {operation === undefined ? (
        <div class="composer-free">
          <Select label="Method" value={draft.method} options={methods} onChange={(method) => change({ method })} />
          <TextField
            label={`Path and query, below ${api.base}`}
            isCode
            value={draft.path}
            onInput={(path) => change({ path })}
          />
        </div>
      ) : operation.parameters.length === 0 ? null : (
        <div class="composer-fields">
          {operation.parameters.map((parameter) => (
            <ParameterField
              key={parameter.name}
              parameter={parameter}
              value={values[parameter.name] ?? ''}
              onChange={(value) => change({ values: { ...values, [parameter.name]: value } })}
            />
          ))}
        </div>
      )}
      {takesBody(draft) ? (
        <TextField
          label="Body"
          rows={Math.min(20, draft.body.split('\n').length + 1)}
          value={draft.body}
          onInput={(body) => change({ body })}
          hint={hintOf(draft.body)}
        />
      ) : null}
    </>
  )
}

function hintOf(body: string): string {
  try {
    JSON.parse(body)
    return 'JSON, sent as it stands.'
  } catch (error) {
    return `This is no JSON, and is sent as it stands. ${messageOf(error)}`
  }
}
