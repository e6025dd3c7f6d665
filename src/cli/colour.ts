import { styleText } from 'node:util'

type Colour = Parameters<typeof styleText>[0]

/** A text as it may be printed: others wrote some of it, and a terminal acts on controls and on marks of direction. */
export const visible = (text: string): string =>
  text.replaceAll(/[^\P{Cc}\n\t]|\p{Bidi_Control}/gu, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** True for a terminal, unless a variable says otherwise: FORCE_COLOR, and after it NO_COLOR, as in Node itself. */
export function hasColour({ isTTY }: { readonly isTTY: boolean }): boolean {
  const { FORCE_COLOR: forced, NO_COLOR: refused = '', TERM: terminal } = process.env
  if (forced !== undefined) return forced !== '0' && forced !== 'false'
  return isTTY && refused === '' && terminal !== 'dumb'
}

const levels: Readonly<Record<string, Colour>> = {
  error: 'red',
  'cloudsec-fake': 'red',
  warn: 'yellow',
  info: 'cyan',
  debug: 'dim',
}

/** The first figure of a status. */
const statuses: Readonly<Record<string, Colour>> = { 2: 'green', 3: 'cyan', 4: 'yellow', 5: 'red' }

/** Colours what output begins its lines with: levels of the log, the status of a request in it, and the headings of a table. */
export function inColour(text: string): string {
  return text
    .replaceAll(/^(error|warn|info|debug|cloudsec-fake)(?=: )/gm, (level) => paint(levels[level], level))
    .replaceAll(/(?<= → )[2-5]\d\d\b/g, (status) => paint(statuses[status.charAt(0)], status))
    .replace(/^[A-Z]+(?: +[A-Z]+)+(?=\n)/, (headings) => paint('bold', headings))
}

// A pipe gets colours only where FORCE_COLOR asks for them, which was looked at before.
const paint = (colour: Colour = 'bold', text: string): string => styleText(colour, text, { validateStream: false })
