import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

interface FieldProps {
  readonly label: string
  /** True to show the label to screen readers only. */
  readonly isLabelHidden?: boolean
  readonly hint?: string
  readonly error?: string | undefined
}

interface TextProps extends FieldProps {
  readonly value: string
  readonly onInput: (value: string) => void
  /** `secret` hides what is typed; `number` shows the keyboard of numbers. */
  readonly kind?: 'text' | 'search' | 'number' | 'secret'
  readonly placeholder?: string | undefined
  readonly required?: boolean | undefined
  readonly isCode?: boolean
  /** Rows of a field of several lines (one line). */
  readonly rows?: number
}

/** The attributes that tie a control to its label, hint and error. */
const tiesOf = (id: string, { hint, error }: FieldProps) => ({
  id,
  'aria-invalid': error !== undefined,
  'aria-describedby': hint === undefined && error === undefined ? undefined : `${id}-more`,
})

function Labelled({ id, field, children }: { id: string; field: FieldProps; children: ComponentChildren }) {
  const { label, isLabelHidden = false, hint, error } = field
  return (
    <div class="field">
      <label for={id} class={isLabelHidden ? 'visually-hidden' : undefined}>
        {label}
      </label>
      {children}
      {hint === undefined && error === undefined ? null : (
        <p id={`${id}-more`} class={error === undefined ? 'hint' : 'error'}>
          {error ?? hint}
        </p>
      )}
    </div>
  )
}

/** A field for a text. */
export function TextField(props: TextProps) {
  const { value, onInput, kind = 'text', placeholder, required, isCode = false, rows } = props
  const id = useId()
  const ties = {
    ...tiesOf(id, props),
    placeholder,
    required,
    value,
    spellcheck: false,
    onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      onInput(currentTarget.value),
  } as const
  const classes = isCode ? 'mono' : undefined
  return (
    <Labelled id={id} field={props}>
      {rows !== undefined ? (
        <textarea {...ties} class={classes} rows={rows} />
      ) : kind === 'secret' ? (
        <input {...ties} type="password" class={classes} autocomplete="off" />
      ) : (
        <input
          {...ties}
          type="text"
          role={kind === 'search' ? 'searchbox' : undefined}
          inputMode={kind === 'number' ? 'numeric' : undefined}
          class={classes}
          autocomplete="off"
        />
      )}
    </Labelled>
  )
}

/** An option of a selection: its value, or its value, its text, and the group that it stands in. */
export type Option = string | { readonly value: string; readonly text: string; readonly group?: string | undefined }

interface SelectProps extends FieldProps {
  readonly value: string
  readonly options: readonly Option[]
  readonly onChange: (value: string) => void
}

/** A selection of one of some options. */
export function Select(props: SelectProps) {
  const id = useId()
  return (
    <Labelled id={id} field={props}>
      <select
        {...tiesOf(id, props)}
        value={props.value}
        onChange={({ currentTarget }) => props.onChange(currentTarget.value)}
      >
        {[...grouped(props.options)].map(([group, options]) =>
          group === undefined ? (
            <Options key="" options={options} />
          ) : (
            <optgroup key={group} label={group}>
              <Options options={options} />
            </optgroup>
          ),
        )}
      </select>
    </Labelled>
  )
}

/** The options by their group. */
function grouped(options: readonly Option[]): ReadonlyMap<string | undefined, readonly Option[]> {
  const groups = new Map<string | undefined, Option[]>()
  for (const option of options) {
    const group = typeof option === 'string' ? undefined : option.group
    groups.set(group, [...(groups.get(group) ?? []), option])
  }
  return groups
}

const Options = ({ options }: { readonly options: readonly Option[] }) => (
  <>
    {options.map((option) => {
      const { value, text } = typeof option === 'string' ? { value: option, text: option } : option
      return (
        <option key={value} value={value}>
          {text}
        </option>
      )
    })}
  </>
)

interface ChoiceProps {
  readonly label: ComponentChildren
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly disabled?: boolean
  /** The name of a group, for one of several choices (a check box). */
  readonly group?: string
}

/** A check box, or a radio button of a group. */
export function Choice({ label, checked, onChange, disabled, group }: ChoiceProps) {
  return (
    <label class="choice">
      <input
        type={group === undefined ? 'checkbox' : 'radio'}
        name={group}
        checked={checked}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <span class="grow">{label}</span>
    </label>
  )
}

interface SwitchProps {
  readonly label: string
  /** True to show the label beside the switch, not to screen readers only. */
  readonly isLabelShown?: boolean
  readonly on: boolean
  readonly onChange: (on: boolean) => void
  /** -1 in a row of a list, which is one stop of the Tab key. */
  readonly tabIndex?: number
}

/** A switch that takes effect at once. */
export function Switch({ label, isLabelShown = false, on, onChange, tabIndex }: SwitchProps) {
  const box = (
    <input
      type="checkbox"
      role="switch"
      class="switch"
      checked={on}
      aria-checked={on}
      tabIndex={tabIndex}
      aria-label={isLabelShown ? undefined : label}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  )
  if (!isLabelShown) return box
  return (
    <label class="choice">
      {box}
      {label}
    </label>
  )
}
