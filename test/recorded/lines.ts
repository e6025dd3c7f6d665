import { hash } from 'node:crypto'

import type { Step } from './recorder.ts'

const digest = (value: unknown): string => hash('sha256', JSON.stringify([value])).slice(0, 6)

const cut = (text: string, length: number): string => (text.length > length ? `${text.slice(0, length - 1)}…` : text)

/** What a step is, and a digest of each part of it. The request is named by its whole text where it is short. */
function lineOf({ chapter, line, sent, answer, trace }: Step): string {
  const { status, headers, body, error } = answer
  const parts = { request: [line, sent], headers, body, error, trace }
  const written = Object.entries(parts).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}:${digest(value)}`],
  )
  return `${chapter}: ${cut(line, 60)} · ${status} ${written.join(' ')}`
}

/** The lines of the record that the repository keeps, one a step. */
export const linesOf = (steps: readonly Step[]): readonly string[] => steps.map(lineOf)

/** Lines by their request; the same request has a number. */
function byRequest(lines: readonly string[]): ReadonlyMap<string, { readonly parts: string; readonly index: number }> {
  const counts = new Map<string, number>()
  return new Map(
    lines.map((line, index) => {
      const [request = '', parts = ''] = line.split(' · ')
      const count = (counts.get(request) ?? 0) + 1
      counts.set(request, count)
      return [count === 1 ? request : `${request} (${count})`, { parts, index }]
    }),
  )
}

/** Tells where a session differs from the record: which requests, which parts of them, and the answers now. */
export function differences(steps: readonly Step[], recorded: readonly string[]): readonly string[] {
  const [now, before] = [byRequest(linesOf(steps)), byRequest(recorded)]
  const missing = [...before.keys()].filter((request) => !now.has(request)).map((request) => `no longer: ${request}`)
  const others = [...now].flatMap(([request, { parts, index }]) => {
    const was = before.get(request)?.parts
    if (was === parts) return []
    const known = was?.split(' ') ?? []
    const changed = parts.split(' ').filter((part) => !known.includes(part))
    const names = changed.map((part) => (part.includes(':') ? part.replace(/:.*/, '') : `status ${known[0]} → ${part}`))
    const what = was === undefined ? 'new' : `differs in ${names.join(', ') || 'a part that is gone'}`
    const { sent, answer, trace } = steps[index] ?? {}
    return `${request}: ${what}\n  sent ${cut(sent ?? '', 300)}\n  now ${cut(JSON.stringify({ ...answer, trace }), 1500)}`
  })
  return [...missing, ...others]
}
