import type { Faker } from '../../core/random/draw.ts'
import { symbolsOnly, wordRuns } from './tokens.ts'

const withCase = (drawn: string, like: string): string => (like === like.toLowerCase() ? drawn : drawn.toUpperCase())

/** Draws a pronounceable word of the same length and case. A real word could be a value of the service. */
function drawWord({ string }: Faker, like: string): string {
  let isVowel = true
  return like.replaceAll(/[^]/gu, (letter) => {
    isVowel = !isVowel
    return withCase(string.fromCharacters(isVowel ? 'aeiou' : 'bdfgklmnprstvz'), letter)
  })
}

/** Draws letters and digits of the same form; hexadecimal text stays hexadecimal. */
function drawMixed({ string }: Faker, like: string): string {
  const letters = /^[0-9a-f]+$/i.test(like) ? 'abcdef' : 'abcdefghijklmnopqrstuvwxyz'
  return like.replaceAll(/[^]/gu, (character) =>
    /\d/.test(character) ? string.numeric() : withCase(string.fromCharacters(letters), character),
  )
}

/** Replaces every run of letters and digits by another of its form. */
const drawText = (faker: Faker, like: string): string =>
  like.replaceAll(wordRuns, (run) => (/\p{N}/u.test(run) ? drawMixed(faker, run) : drawWord(faker, run)))

const bytes = ({ number }: Faker, count: number): string =>
  Array.from({ length: count }, () => number.int(255)).join('.')

const host = (faker: Faker): string => `${drawWord(faker, 'hostname')}.test`

/** Forms that are drawn as a whole, not run by run. The first match counts. */
const forms: readonly (readonly [form: RegExp, draw: (faker: Faker, like: string) => string])[] = [
  [/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i, ({ string }) => string.uuid()],
  [
    /^[a-z]{1,3}-[\da-f]{32}$/,
    ({ string }, like) => `${like.slice(0, like.indexOf('-') + 1)}${string.uuid().replaceAll('-', '')}`,
  ],
  [/^10(?:\.\d{1,3}){3}$/, (faker) => `10.${bytes(faker, 3)}`],
  // A network for tests (RFC 2544), which is large enough for an inventory.
  [/^\d{1,3}(?:\.\d{1,3}){3}$/, (faker) => `198.${faker.number.int({ min: 18, max: 19 })}.${bytes(faker, 2)}`],
  [/^(?=.*:.*:)[\da-f:]+(?:\.[\d.]+)?$/i, (faker) => `2001:db8::${drawMixed(faker, 'a0a0:a0a0')}`],
  [symbolsOnly, drawWord],
  [/^[^\s@]+@[^\s@]+$/, (faker) => `${drawWord(faker, 'someone')}@${host(faker)}`],
  [
    /^[a-z][a-z\d+.-]*:\/\/\S+$/i,
    (faker, like) => `${like.startsWith('http:') ? 'http' : 'https'}://${host(faker)}/${drawWord(faker, 'place')}`,
  ],
]

/** Draws a pseudonym of the same form as a text. */
export function drawPseudonym(faker: Faker, like: string): string {
  const [, draw] = forms.find(([form]) => form.test(like)) ?? []
  return (draw ?? drawText)(faker, like)
}
