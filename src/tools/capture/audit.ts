import { isJsonObject } from '../../core/lib/merge-patch.ts'
import { readingsOf } from '../../core/lib/readings.ts'
import { tryJson } from '../../core/lib/try-json.ts'
import { inTurns } from '../../core/time/turns.ts'
import { isDate, tokensOf } from './tokens.ts'

/** A text in an answer of the service, with its path (`data.tags.value`). */
export interface SourceText {
  readonly text: string
  readonly path: string
  readonly isNumber?: boolean
}

/**
 * Finds the texts, the numbers and the map keys in a JSON value.
 * @param isName tells field names, which are skipped, from map keys
 * @yields each with its path
 */
export function* textsIn(value: unknown, isName: (key: string) => boolean, path = ''): Generator<SourceText> {
  if (typeof value === 'string') yield { text: value, path }
  // A short number reveals no more than a count.
  else if (typeof value === 'number' && String(value).length > 5) yield { text: String(value), path, isNumber: true }
  else if (Array.isArray(value)) for (const item of value) yield* textsIn(item, isName, path)
  else if (isJsonObject(value)) {
    for (const [field, inner] of Object.entries(value)) {
      if (!isName(field)) yield { text: field, path }
      yield* textsIn(inner, isName, path === '' ? field : `${path}.${field}`)
    }
  }
}

/** The tokens in the service's answers, each with the path of its first occurrence. Dates are skipped. */
export class SourceTokens extends Map<string, string> {
  readonly #seen = new Set<string>()

  add({ text, path }: SourceText): void {
    if (this.#seen.has(text) || isDate(text)) return
    this.#seen.add(text)
    for (const token of readingsOf(text).flatMap(tokensOf)) if (!this.has(token)) this.set(token, path)
  }
}

/**
 * Finds values of the service in finished files. It shares no rule with the redaction: a token of the service is a leak
 * unless it is known to be public.
 * @param files the contents by name
 * @param secrets texts that no file may contain
 * @param signal aborts the search
 * @returns a sentence for each leak, without the text
 */
export async function findLeaks(
  source: ReadonlyMap<string, string>,
  files: ReadonlyMap<string, string>,
  known: ReadonlySet<string>,
  secrets: readonly string[],
  signal?: AbortSignal,
): Promise<readonly string[]> {
  const found: string[] = []
  for (const [file, content] of files) {
    const [leaks, tokens] = [new Map<string, string>(), new Set<string>()]
    await inTurns(tokensOfFile(content), (token) => tokens.add(token), signal)
    for (const token of tokens) {
      const path = known.has(token) ? undefined : source.get(token)
      if (path !== undefined) leaks.set(path, `${file} has a value of ${path} (${token.length} characters)`)
    }
    const lines = await inTurns(content.split('\n'), (line) => readingsOf(line).join('\n'), signal)
    const whole = lines.join('\n')
    const isOpen = [...new Set(secrets)].some((secret) =>
      // A short key, as in tests, may be part of any word.
      secret.length < minKeyLength ? tokens.has(secret.toLowerCase()) : whole.includes(secret),
    )
    found.push(...leaks.values(), ...(isOpen ? [`${file} has an API key`] : []))
  }
  return found
}

/** A key of at least this length is searched for inside other texts. */
const minKeyLength = 8

function* tokensOfFile(content: string): Generator<string> {
  const whole = tryJson(content)
  const values = whole === undefined ? content.split('\n').map((line) => tryJson(line) ?? line) : [whole]
  const seen = new Set<string>()
  for (const value of values) {
    for (const { text } of textsIn(value, () => false)) {
      if (seen.has(text) || isDate(text)) continue
      seen.add(text)
      yield* readingsOf(text).flatMap(tokensOf)
    }
  }
}
