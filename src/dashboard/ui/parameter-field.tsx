import { isRepeated, type Parameter, valuesOf } from '../state/openapi.ts'
import { Select, TextField } from './field.tsx'

/** The text of a value in an address. */
const toWord = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** The value that a form begins with. */
export const startOf = ({ required = false, example }: Parameter): string =>
  required && example !== undefined ? toWord(example) : ''

/** The values that are known of a parameter. */
function knownOf({ schema }: Parameter): readonly string[] {
  const values = valuesOf(schema)
  return (values.length === 0 ? (schema.examples ?? []) : values).map(toWord)
}

interface ParameterFieldProps {
  readonly parameter: Parameter
  readonly value: string
  readonly onChange: (value: string) => void
  readonly error?: string | undefined
  /** True to show the description in place of an empty value, not below the field. */
  readonly isBrief?: boolean
}

/** The field of a parameter: a selection where values are known, else a text. */
export function ParameterField({ parameter, value, onChange, error, isBrief = false }: ParameterFieldProps) {
  const { name, required = false, description = '', schema } = parameter
  const known = knownOf(parameter)
  const about = isRepeated(parameter) ? `${description} A comma separates several.` : description
  const field = { label: name, value, error, ...(isBrief ? {} : { hint: about }) }
  if (known.length > 0) {
    const options = [...(required ? [] : [{ value: '', text: 'any' }]), ...known]
    return <Select {...field} options={options} onChange={onChange} />
  }
  const usual = schema.default === undefined ? undefined : toWord(schema.default)
  return (
    <TextField
      {...field}
      isCode={!isBrief}
      onInput={onChange}
      required={required}
      placeholder={isBrief ? about : usual}
    />
  )
}
