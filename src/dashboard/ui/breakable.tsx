import { Fragment } from 'preact'

/** A long name or an address: it wraps after its punctuation, before it wraps anywhere. */
export function Breakable({ text }: { readonly text: string }) {
  return (
    <span class="break">
      {text.split(/(?<=[./_:@?&=,-])(?=\w)/).map((part, index) => (
        <Fragment key={index}>
          {index === 0 ? null : <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  )
}
