import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

interface FieldProps {
  readonly label: string
  /** True to show the label to screen readers only. */
  readonly isLabelHidden?: boolean
  readonly hint?: string
  readonly error?: string | undefined
}

interface LabelledProps extends FieldProps {
  /** Renders the control, with the attributes that link it to its label, hint and error. */
  readonly children: (links: {
    id: string
    'aria-invalid': boolean
    'aria-describedby': string | undefined
  }) => ComponentChildren
}

function Labelled({ label, isLabelHidden = false, hint, error, children }: LabelledProps) {
  const id = useId()
  const more = error ?? hint
  const about = more === undefined ? undefined : `${id}-more`
  return (
    <div class="field">
      <label for={id} class={isLabelHidden ? 'visually-hidden' : undefined}>
        {label}
      </label>
      {children({ id, 'aria-invalid': error !== undefined, 'aria-describedby': about })}
      {more === undefined ? null : (
        <p id={about} class={error === undefined ? 'hint' : 'error'}>
          {more}
        </p>
      )}
    </div>
  )
}

/** The attributes of a single-line input. */
const kinds = {
  text: { type: 'text' },
  search: { type: 'text', role: 'searchbox' },
  /** Shows the numeric keyboard. */
  number: { type: 'text', inputMode: 'numeric' },
  /** Hides what is typed. */
  secret: { type: 'password' },
} as const

interface TextProps extends FieldProps {
  readonly value: string
  readonly onInput: (value: string) => void
  readonly kind?: keyof typeof kinds
  readonly placeholder?: string | undefined
  readonly required?: boolean | undefined
  readonly isCode?: boolean
  /** The rows of a multi-line field. Default: a single-line input. */
  readonly rows?: number
}

/** A text field. */
export function TextField(props: TextProps) {
  const { value, onInput, kind = 'text', placeholder, required, isCode = false, rows, ...field } = props
  const attributes = {
    value,
    placeholder,
    required,
    class: isCode ? 'mono' : undefined,
    spellcheck: false,
    autocomplete: 'off',
    onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      onInput(currentTarget.value),
  } as const
  return (
    <Labelled {...field}>
      {(links) =>
        rows !== undefined ? (
          <textarea {...links} {...attributes} rows={rows} />
        ) : (
          <input {...links} {...attributes} {...kinds[kind]} />
        )
      }
    </Labelled>
  )
}

interface SelectProps extends FieldProps {
  readonly value: string
  readonly onChange: (value: string) => void
  /** Its `option` elements. */
  readonly children: ComponentChildren
}

/** A select element with its label. */
export const Select = ({ value, onChange, children, ...field }: SelectProps) => (
  <Labelled {...field}>
    {(links) => (
      <select {...links} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        {children}
      </select>
    )}
  </Labelled>
)

interface ChoiceProps {
  readonly label: ComponentChildren
  readonly isLabelHidden?: boolean
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  /** The name of a radio group. Default: a check box. */
  readonly group?: string
  /** True for a switch, which takes effect at once. */
  readonly isSwitch?: boolean
  /** -1 in a row of a list, because a list is one tab stop. */
  readonly tabIndex?: number
}

const switchKind = { type: 'checkbox', role: 'switch' } as const

/** A check box, a switch, or a radio button of a group. */
export function Choice({ label, isLabelHidden, checked, onChange, group, isSwitch, tabIndex }: ChoiceProps) {
  const kind = isSwitch === true ? switchKind : ({ type: group === undefined ? 'checkbox' : 'radio' } as const)
  return (
    <label class="choice">
      <input
        {...kind}
        name={group}
        checked={checked}
        tabIndex={tabIndex}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <span class={isLabelHidden === true ? 'visually-hidden' : 'grow'}>{label}</span>
    </label>
  )
}
