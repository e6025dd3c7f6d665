import { expect } from 'vitest'

import { inWords } from './page.ts'

/** Compares a text with a printed text, in which `…` stands for anything. */
export function expectText(text: string, shown: string): void {
  expect(text.trim()).toMatch(patternOf(shown.trim()))
}

/** Compares words, whatever the spaces between them. */
export function expectWords(text: string, shown: string): void {
  expectText(inWords(text), inWords(shown))
}

/** Compares an answer with a printed one, which is whole but for what `…` stands for. */
export function expectAnswer(answer: unknown, shown: unknown): void {
  expect(shorten(answer, shown)).toEqual(shown)
}

/**
 * Shortens an answer as a printed one is: the value `"…"` is any value, `…` in a text is any text, the member `"…": "…"`
 * and the last item `"…"` are all members and items that are not shown. What is not shown without that sign stays.
 */
function shorten(answer: unknown, shown: unknown): unknown {
  if (typeof shown === 'string') {
    return shown === '…' || (typeof answer === 'string' && patternOf(shown).test(answer)) ? shown : answer
  }
  if (Array.isArray(shown) && Array.isArray(answer)) {
    const end = shown.at(-1) === '…' ? shown.length - 1 : answer.length
    const items = answer.slice(0, end).map((item, position) => shorten(item, shown[position]))
    return answer.length > end ? [...items, '…'] : items
  }
  if (isObject(shown) && isObject(answer)) {
    const members = Object.entries(answer)
    const kept = members.filter(([name]) => name in shown || !('…' in shown))
    const shortened = kept.map(([name, value]) => [name, shorten(value, shown[name])])
    return Object.fromEntries(kept.length < members.length ? [...shortened, ['…', '…']] : shortened)
  }
  return answer
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function patternOf(shown: string): RegExp {
  const parts = shown.split('…').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  return new RegExp(`^${parts.join('[^]*?')}$`)
}
