import type { RandomStream } from '../random/random.ts'
import { muteText, spokenRuns } from './tokens.ts'

const [consonants, vowels, hexLetters, letters, digits] = [
  'bdfgklmnprstvz',
  'aeiou',
  'abcdef',
  'abcdefghijklmnopqrstuvwxyz',
  '0123456789',
]

const drawn = (random: RandomStream, signs: string): string => signs.charAt(random.int(0, signs.length - 1))

const withCase = (drawnSign: string, like: string): string =>
  like === like.toLowerCase() ? drawnSign : drawnSign.toUpperCase()

/** A word that can be read aloud, of the same length and with the same capitals. */
function drawWord(random: RandomStream, like: string): string {
  let isVowel = true
  return like.replaceAll(/[^]/gu, (letter) => {
    isVowel = !isVowel
    return withCase(drawn(random, isVowel ? vowels : consonants), letter)
  })
}

/** A text of letters and digits of the same form: a hexadecimal one stays so. */
function drawMixed(random: RandomStream, like: string): string {
  const set = /^[0-9a-f]+$/i.test(like) ? hexLetters : letters
  return like.replaceAll(/[^]/gu, (sign) =>
    /\d/.test(sign) ? drawn(random, digits) : withCase(drawn(random, set), sign),
  )
}

/** Every run of letters and digits becomes another of its form; all other signs stay. */
const drawText = (random: RandomStream, like: string): string =>
  like.replaceAll(spokenRuns, (run) => (/\p{N}/u.test(run) ? drawMixed(random, run) : drawWord(random, run)))

const host = (random: RandomStream): string => `${drawWord(random, 'hostname')}.test`

const hexes = (random: RandomStream): string => [random.hex().slice(0, 4), random.hex().slice(0, 4)].join(':')

/** Forms that a part of a text must not be drawn by, with a maker of another of the form. The first that matches counts. */
const forms: readonly (readonly [form: RegExp, draw: (random: RandomStream, like: string) => string])[] = [
  [/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i, (random) => random.uuid()],
  [
    /^[a-z]{1,3}-[\da-f]{32}$/,
    (random, like) => `${like.slice(0, like.indexOf('-') + 1)}${random.uuid().replaceAll('-', '')}`,
  ],
  [/^10(?:\.\d{1,3}){3}$/, (random) => `10.${[0, 0, 0].map(() => random.int(0, 255)).join('.')}`],
  // A network for tests (RFC 2544), which is large enough for an inventory.
  [/^\d{1,3}(?:\.\d{1,3}){3}$/, (random) => `198.${random.int(18, 19)}.${random.int(0, 255)}.${random.int(0, 255)}`],
  [/^(?=.*:.*:)[\da-f:]+(?:\.[\d.]+)?$/i, (random) => `2001:db8::${hexes(random)}`],
  [muteText, drawWord],
  [/^[^\s@]+@[^\s@]+$/, (random) => `${drawWord(random, 'someone')}@${host(random)}`],
  [
    /^[a-z][a-z\d+.-]*:\/\/\S+$/i,
    (random, like) => `${like.startsWith('http:') ? 'http' : 'https'}://${host(random)}/${drawWord(random, 'place')}`,
  ],
]

/** Draws a pseudonym of the form of a text. */
export function drawPseudonym(random: RandomStream, like: string): string {
  const [, draw] = forms.find(([form]) => form.test(like)) ?? []
  return (draw ?? drawText)(random, like)
}
