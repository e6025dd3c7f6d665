import { CopyButton } from './button.tsx'

/** The longest text that is coloured. A longer one is shown plain. */
const mostColoured = 100_000

/** The texts, numbers and words of JSON. */
const token = /("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|\b(?:true|false|null)\b)/

/** JSON in colours. Its text is inert, as every text that Preact renders. */
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

/** A value as indented JSON; a text as it is. */
export const toText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))

/** A value or text to read and to copy. @param label its name */
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
        {isJson && text.length <= mostColoured ? coloured(text) : text}
      </pre>
    </figure>
  )
}
