import { findNodeAtLocation, parseTree } from 'jsonc-parser'
import { useEffect, useRef } from 'preact/hooks'

import { TextField } from '../../ui/field.tsx'

/** Why a text is refused, and the field in it (`details.volumes[0].size_gb`). */
export interface Trouble {
  readonly text: string
  readonly field?: string | undefined
}

interface JsonFieldProps {
  readonly label: string
  readonly hint?: string
  readonly rows?: number
  readonly value: string
  readonly onInput: (value: string) => void
  readonly trouble: Trouble | undefined
}

/** The parts of the name of a field. */
const pathOf = (field: string): (string | number)[] =>
  [...field.matchAll(/[^.[\]]+/g)].map(([part]) => (/^\d+$/.test(part) ? Number(part) : part))

/** A field for JSON. A refusal selects the value that it is about. */
export function JsonField({ label, hint, rows = 14, value, onInput, trouble }: JsonFieldProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const area = box.current?.querySelector('textarea')
    const root = trouble?.field === undefined ? undefined : parseTree(area?.value ?? '')
    if (area === null || area === undefined || root === undefined) return
    const node = findNodeAtLocation(root, pathOf(trouble?.field ?? ''))
    if (node === undefined) return
    area.focus()
    area.setSelectionRange(node.offset, node.offset + node.length)
  }, [trouble])
  return (
    <div ref={box}>
      <TextField
        label={label}
        {...(hint === undefined ? {} : { hint })}
        rows={rows}
        isCode
        value={value}
        onInput={onInput}
        error={trouble?.text}
      />
    </div>
  )
}
