import { CopyButton } from './button.tsx'

/** A longer text is not coloured. */
const maxColoured = 100_000

/** The strings, numbers and keywords of JSON. */
const token = /("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|\b(?:true|false|null)\b)/

/** Colours JSON. Preact escapes the text. */
const coloured = (text: string) =>
  text.split(token).map((part, index, { [index + 1]: next = '' }) => {
    if (index % 2 === 0) return part
    const kind = !part.startsWith('"') ? 'atom' : /^\s*:/.test(next) ? 'key' : 'string'
    return (
      <span key={index} class={kind}>
        {part}
      </span>
    )
  })

/** Formats a value as indented JSON; a text stays as it is. */
export const toText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))

/** A value or text with a copy button. @param label its name */
export function Code({ label, value }: { readonly label: string; readonly value: unknown }) {
  const text = toText(value)
  const isJson = typeof value !== 'string' || /^\s*[[{]/.test(value)
  return (
    <figure>
      <figcaption class="row">
        <span class="grow muted">{label}</span>
        <CopyButton text={text} label={`Copy ${label.toLowerCase()}`} />
      </figcaption>
      <pre class="code" tabIndex={0} role="group" aria-label={label}>
        {isJson && text.length <= maxColoured ? coloured(text) : text}
      </pre>
    </figure>
  )
}
