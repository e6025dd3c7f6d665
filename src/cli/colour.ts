import { styleText } from 'node:util'

type Colour = Parameters<typeof styleText>[0]

/** Escapes control characters and bidirectional marks, on which a terminal would act: others wrote parts of the text. */
export const visible = (text: string): string =>
  text.replaceAll(/[^\P{Cc}\n\t]|\p{Bidi_Control}/gu, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** True for a terminal, unless FORCE_COLOR or NO_COLOR decides otherwise, in this order, as in Node. */
export function hasColour({ isTTY }: { readonly isTTY: boolean }): boolean {
  const { FORCE_COLOR: forced, NO_COLOR: disabled = '', TERM: terminal } = process.env
  if (forced !== undefined) return forced !== '0' && forced !== 'false'
  return isTTY && disabled === '' && terminal !== 'dumb'
}

const levels: Readonly<Record<string, Colour>> = {
  error: 'red',
  'cloudsec-fake': 'red',
  warn: 'yellow',
  info: 'cyan',
  debug: 'dim',
}

/** By the first digit of a status. */
const statuses: Readonly<Record<string, Colour>> = { 2: 'green', 3: 'cyan', 4: 'yellow', 5: 'red' }

/** Colours log levels, the statuses of logged requests, and table headings. */
export function inColour(text: string): string {
  return text
    .replaceAll(/^(error|warn|info|debug|cloudsec-fake)(?=: )/gm, (level) => paint(levels[level], level))
    .replaceAll(/(?<= → )[2-5]\d\d\b/g, (status) => paint(statuses[status.charAt(0)], status))
    .replace(/^[A-Z]+(?: +[A-Z]+)+(?=\n)/, (headings) => paint('bold', headings))
}

// `hasColour` has decided already, so the stream is not checked again.
const paint = (colour: Colour = 'bold', text: string): string => styleText(colour, text, { validateStream: false })
