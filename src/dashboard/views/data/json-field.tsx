import { useEffect, useRef } from 'preact/hooks'

import type { NamedSchemas, Schema } from '../../state/openapi.ts'
import { JsonEditor } from '../../ui/json-editor.tsx'
import { type FieldProblem, locate, syntaxProblems } from '../../ui/json-problems.ts'

interface JsonFieldProps {
  readonly label: string
  readonly text: string
  readonly onInput: (text: string) => void
  readonly schema: Schema | undefined
  readonly named: NamedSchemas
  /** Why the text was refused, until it is changed. */
  readonly refused: readonly FieldProblem[]
}

/** JSON in a dialog. A refusal selects the value that it is about. */
export function JsonField({ refused, text, ...rest }: JsonFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const problems = [...syntaxProblems(text), ...locate(text, refused)]
  useEffect(() => {
    const [first] = locate(area.current?.value ?? '', refused)
    if (first === undefined) return
    area.current?.focus()
    area.current?.setSelectionRange(first.offset, first.offset + first.length)
  }, [refused])
  return (
    // Escape leaves the editor; the dialog stays.
    <div role="presentation" onKeyDown={(event) => (event.key === 'Escape' ? event.preventDefault() : undefined)}>
      <JsonEditor area={area} text={text} problems={problems} {...rest} />
    </div>
  )
}
