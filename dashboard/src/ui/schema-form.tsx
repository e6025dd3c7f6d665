import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'

import { type Answer, type FieldOf, type Route, submit } from '../state/api.ts'
import { bodySchema, type Schema, useControlDocument } from '../state/openapi.ts'
import { Button } from './button.tsx'
import { Choice, TextField } from './field.tsx'
import { Form, FormButtons, useFormError } from './form.tsx'
import { numberOf } from './format.ts'
import { ErrorNote } from './view.tsx'

/** The texts of a field, which are not in the schema. */
export interface Words {
  readonly label: string
  readonly hint?: string
  readonly placeholder?: string | undefined
}

interface SchemaFormProps<R extends Route> {
  /** The request to send, whose body schema the form shows. */
  readonly route: R
  readonly path?: Readonly<Record<string, string>>
  /** The sandbox of the request. Default: the sandbox of the page. */
  readonly sandboxOf?: (body: Readonly<Record<string, unknown>>) => string | undefined
  /** The fields to show, in order. */
  readonly words: Readonly<Partial<Record<FieldOf<R>, Words>>>
  /** The text of the submit button. */
  readonly verb: string
  readonly onDone?: (answer: Answer<R>) => void
  /** Undefined for a form outside a dialog. */
  readonly onCancel?: () => void
  /** More buttons. */
  readonly children?: ComponentChildren
}

type Value = string | readonly string[]

const isNumber = ({ type, anyOf = [] }: Schema): boolean =>
  type === 'integer' || type === 'number' || anyOf.some(isNumber)

/** A form for the schema of a request body. Empty fields are left out; an error shows at its field. */
export function SchemaForm<R extends Route>(props: SchemaFormProps<R>) {
  const { route, path = {}, sandboxOf, words, verb, onDone, onCancel, children } = props
  const { properties = {}, required = [] } = bodySchema(useControlDocument(), route) ?? {}
  const [typed, setTyped] = useState<Readonly<Record<string, Value>>>({})
  const fields = Object.entries<Words | undefined>(words)
  const refusal = useFormError(Object.keys(words))
  const send = (signal: AbortSignal): Promise<boolean> =>
    refusal.attempt(async () => {
      const filled = Object.entries(typed)
        .filter(([, value]) => value !== '')
        .map(([name, value]) => [name, isNumber(properties[name] ?? {}) ? numberOf(String(value)) : value] as const)
      if (filled.length === 0 && required.length === 0) {
        throw new Error(`Fill in one of the fields, such as ${fields[0]?.[1]?.label ?? ''}.`)
      }
      const body = Object.fromEntries(filled)
      const sandbox = sandboxOf?.(body)
      const answer = await submit(route, { path, body, signal, ...(sandbox === undefined ? {} : { sandbox }) })
      setTyped({})
      onDone?.(answer)
    })
  return (
    <Form class="stack" onSubmit={send}>
      <div class="fields">
        {fields.map(([name, field = { label: name }]) => {
          const schema = properties[name] ?? {}
          const known = schema.items?.enum?.map(String)
          const [value, onChange] = [typed[name] ?? '', (next: Value) => setTyped({ ...typed, [name]: next })]
          return known !== undefined ? (
            <Several key={name} label={field.label} names={known} value={value} onChange={onChange} />
          ) : (
            <TextField
              key={name}
              {...field}
              kind={isNumber(schema) ? 'number' : 'text'}
              required={required.includes(name)}
              value={String(value)}
              error={refusal.of(name)}
              onInput={onChange}
            />
          )
        })}
      </div>
      <ErrorNote text={refusal.elsewhere} />
      {onCancel !== undefined ? (
        <FormButtons verb={verb} onCancel={onCancel} />
      ) : (
        <div class="row">
          <Button type="submit">{verb}</Button>
          {children}
        </div>
      )}
    </Form>
  )
}

interface SeveralProps {
  readonly label: string
  readonly names: readonly string[]
  readonly value: Value
  readonly onChange: (value: Value) => void
}

/** A choice of all or some values. */
function Several({ label, names, value, onChange }: SeveralProps) {
  const isAll = value === ''
  return (
    <fieldset class="several">
      <legend>{label}</legend>
      <Choice label="All" checked={isAll} onChange={(all) => onChange(all ? '' : [])} />
      {isAll
        ? null
        : names.map((name) => (
            <Choice
              key={name}
              label={<code>{name}</code>}
              checked={value.includes(name)}
              onChange={(on) => onChange(names.filter((other) => (other === name ? on : value.includes(other))))}
            />
          ))}
    </fieldset>
  )
}
