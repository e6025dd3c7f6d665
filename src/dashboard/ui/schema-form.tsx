import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'

import { type Answer, type FieldOf, type Route, submit } from '../state/api.ts'
import { bodySchema, type Schema, useControlDocument } from '../state/openapi.ts'
import { Button } from './button.tsx'
import { Choice, TextField } from './field.tsx'
import { Form, useRefusal } from './form.tsx'
import { numberOf } from './format.ts'
import { Refused } from './view.tsx'

/** The words of a field, which the schema does not have. */
export interface Words {
  readonly label: string
  readonly hint?: string
  readonly placeholder?: string | undefined
}

interface SchemaFormProps<R extends Route> {
  /** The request that it sends; its body has the schema. */
  readonly route: R
  readonly path?: Readonly<Record<string, string>>
  /** The sandbox that it is sent to (the one of the page). */
  readonly sandboxOf?: (body: Readonly<Record<string, unknown>>) => string | undefined
  /** The fields to show, in their order. */
  readonly words: Readonly<Partial<Record<FieldOf<R>, Words>>>
  /** The text of the button that sends it. */
  readonly verb: string
  readonly onDone?: (answer: Answer<R>) => void
  /** Undefined for a form that stands in a view. */
  readonly onCancel?: () => void
  /** More buttons. */
  readonly children?: ComponentChildren
}

type Typed = Readonly<Record<string, string | readonly string[]>>

/** A form from the schema of a request's body. A field that is empty is left out; a refusal shows at its field. */
export function SchemaForm<R extends Route>(props: SchemaFormProps<R>) {
  const { route, path = {}, sandboxOf, words, verb, onDone, onCancel, children } = props
  const schema = bodySchema(useControlDocument(), route)
  const [typed, setTyped] = useState<Typed>({})
  const fields = Object.entries<Words | undefined>(words)
  const refusal = useRefusal(Object.keys(words))
  const send = (signal: AbortSignal): Promise<boolean> =>
    refusal.attempt(async () => {
      const filled = Object.entries(typed).flatMap(([name, value]) =>
        value === '' ? [] : [[name, isNumber(schema?.properties?.[name]) ? numberOf(String(value)) : value] as const],
      )
      const isAnyRequired = (schema?.required ?? []).length > 0
      if (filled.length === 0 && !isAnyRequired) {
        throw new Error(`Fill in one of the fields, such as ${fields[0]?.[1]?.label ?? ''}.`)
      }
      const body = Object.fromEntries(filled)
      const sandbox = sandboxOf?.(body)
      const answer = await submit(route, { path, body, signal, ...(sandbox === undefined ? {} : { sandbox }) })
      setTyped({})
      onDone?.(answer)
    })
  const Buttons = onCancel === undefined ? 'div' : 'footer'
  return (
    <Form class="stack" onSubmit={send}>
      <div class="fields">
        {fields.map(([name, { label, ...more } = { label: name }]) => (
          <SchemaField
            key={name}
            words={{ label, ...more }}
            schema={schema?.properties?.[name]}
            isRequired={schema?.required?.includes(name) === true}
            value={typed[name]}
            error={refusal.of(name)}
            onChange={(value) => setTyped({ ...typed, [name]: value })}
          />
        ))}
      </div>
      <Refused text={refusal.elsewhere} />
      <Buttons class="row">
        {onCancel === undefined ? null : <Button onClick={onCancel}>Cancel</Button>}
        <Button kind={onCancel === undefined ? 'plain' : 'primary'} type="submit">
          {verb}
        </Button>
        {children}
      </Buttons>
    </Form>
  )
}

const isNumber = ({ type, anyOf = [] }: Schema = {}): boolean =>
  type === 'integer' || type === 'number' || anyOf.some(isNumber)

interface SchemaFieldProps {
  readonly words: Words
  readonly schema: Schema | undefined
  readonly isRequired: boolean
  readonly value: string | readonly string[] | undefined
  readonly error: string | undefined
  readonly onChange: (value: string | readonly string[]) => void
}

/** Check boxes for an array of known values, or a text. */
function SchemaField({ words, schema, isRequired, value, error, onChange }: SchemaFieldProps) {
  const known = schema?.items?.enum
  if (known !== undefined) {
    return <Several words={words} names={known.map(String)} value={value} onChange={onChange} />
  }
  const field = { ...words, value: String(value ?? ''), error }
  return <TextField {...field} kind={isNumber(schema) ? 'number' : 'text'} required={isRequired} onInput={onChange} />
}

interface SeveralProps extends Pick<SchemaFieldProps, 'words' | 'value' | 'onChange'> {
  readonly names: readonly string[]
}

/** All of some values, or a choice of them. */
function Several({ words: { label }, names, value, onChange }: SeveralProps) {
  const chosen = Array.isArray(value) ? value : undefined
  return (
    <fieldset class="several">
      <legend>{label}</legend>
      <Choice label="All" checked={chosen === undefined} onChange={(all) => onChange(all ? '' : [])} />
      {chosen === undefined
        ? null
        : names.map((name) => (
            <Choice
              key={name}
              label={<code>{name}</code>}
              checked={chosen.includes(name)}
              onChange={(on) => onChange(names.filter((other) => (other === name ? on : chosen.includes(other))))}
            />
          ))}
    </fieldset>
  )
}
