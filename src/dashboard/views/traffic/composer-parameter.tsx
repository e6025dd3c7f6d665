import { isRepeated, type Parameter, usualOf, valuesOf } from '../../state/api-document.ts'
import { Select, TextField } from '../../ui/field.tsx'

interface ParameterFieldProps {
  readonly parameter: Parameter
  readonly value: string
  readonly onChange: (value: string) => void
}

/** The field of a parameter: a selection where the document lists its values. */
export function ParameterField({ parameter, value, onChange }: ParameterFieldProps) {
  const { name, required = false, description = '' } = parameter
  const values = valuesOf(parameter)
  const hint = isRepeated(parameter) ? `${description} A comma separates several.` : description
  if (values.length > 0) {
    const options = [...(required ? [] : [{ value: '', text: 'any' }]), ...values]
    return <Select label={name} value={value} options={options} onChange={onChange} hint={hint} />
  }
  return (
    <TextField
      label={name}
      isCode
      value={value}
      onInput={onChange}
      required={required}
      placeholder={usualOf(parameter) === '' ? undefined : usualOf(parameter)}
      hint={hint}
    />
  )
}
