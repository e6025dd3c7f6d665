import { createScanner } from 'jsonc-parser'

import { CopyButton } from './copy-button.tsx'

/** The longest text that is coloured. A longer one is shown plain. */
const mostColoured = 100_000

function classOf(text: string, isKey: boolean): string | undefined {
  if (text.startsWith('"')) return isKey ? 'key' : 'string'
  return /^(?:-?\d|true$|false$|null$)/.test(text) ? 'atom' : undefined
}

/** A part of a text, and the class of its colour. */
interface Token {
  readonly text: string
  readonly kind: string | undefined
}

/** Splits JSON into its tokens. Any other text has some too, and loses nothing. */
function tokensOf(text: string): readonly Token[] {
  if (text.length > mostColoured) return [{ text, kind: undefined }]
  const scanner = createScanner(text)
  const tokens: Token[] = []
  while (scanner.getPosition() < text.length) {
    scanner.scan()
    const end = scanner.getPosition()
    const token = text.slice(scanner.getTokenOffset(), end)
    tokens.push({ text: token, kind: classOf(token, /^\s*:/.test(text.slice(end, end + 20))) })
  }
  return tokens
}

/** JSON in colours. Its text is inert, as every text that Preact renders. */
function Coloured({ text }: { readonly text: string }) {
  return (
    <>
      {tokensOf(text).map((token, index) =>
        token.kind === undefined ? (
          token.text
        ) : (
          <span key={index} class={token.kind}>
            {token.text}
          </span>
        ),
      )}
    </>
  )
}

/** A value as indented JSON; a text as it is. */
export const toText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value, null, 2))

/** A value or text to read and to copy. @param label its name */
export function Code({ label, value }: { readonly label: string; readonly value: unknown }) {
  const text = toText(value)
  return (
    <figure>
      <figcaption class="row">
        <span class="grow muted">{label}</span>
        <CopyButton text={text} label={`Copy ${label.toLowerCase()}`} />
      </figcaption>
      <pre class="code" tabIndex={0} role="group" aria-label={label}>
        {typeof value === 'string' && !/^\s*[[{]/.test(value) ? value : <Coloured text={text} />}
      </pre>
    </figure>
  )
}
