import { prefixOf } from '../http/address.ts'
import { credentialIn } from '../http/admission.ts'
import type { JournalEntry } from '../journal/entry.ts'
import { redactedAddress, redactedHeaders, redactedRequestBody } from '../journal/redact.ts'
import { headerValues } from '../lib/headers.ts'
import { redacted } from '../lib/secrets.ts'
import { tryJson } from '../lib/try-json.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { keyHeader, keyScheme } from '../spec/headers.ts'
import { clientVariables } from './client/client-variables.ts'
import { baseOrigin } from './path.ts'
import type { ControlService, RequestBasics } from './route.ts'

/** Headers that the command leaves out: the key has its own line, curl adds some, and only browsers set others. */
const byItself = /^(?:authorization|host|connection|content-length|transfer-encoding|accept-encoding|sec-.*)$/

/** Control and invisible characters: ESC [201~ would end a paste, and run the next line. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

const escaped = (character: string): string =>
  character === '\n'
    ? String.raw`\n`
    : Buffer.from(character)
        .toString('hex')
        .replaceAll(/../g, String.raw`\x$&`)

/** A text as one word of a shell such as bash or zsh. */
function word(text: string): string {
  if (/^[\w/][\w./:=%+,@-]*$/.test(text)) return text
  if (text.search(unseen) === -1) return `'${text.replaceAll("'", String.raw`'\''`)}'`
  return `$'${text.replaceAll(/[\\']/g, String.raw`\$&`).replaceAll(unseen, escaped)}'`
}

/** The header with the key of a request, and the variable to set if the fake does not show its secret. */
function keyOf(entry: JournalEntry, { keys }: Sandbox, { secretOf }: ControlService) {
  const [sent] = headerValues(entry.requestHeaders, keyHeader)
  if (sent === undefined) return { header: [], setting: [] }
  const { secretHash, scheme } = credentialIn(sent)
  const key = keys.findByHash(secretHash)
  const secret = key && secretOf(key)
  if (secret !== undefined) return { header: [`-H ${word(`${keyHeader}: ${scheme} ${secret}`)}`], setting: [] }
  const what = key === undefined ? 'what the request sent' : `the secret of key ${key.id.replaceAll(unseen, ' ')}`
  return {
    header: [`-H "${keyHeader}: ${keyScheme} $${clientVariables.apiKey}"`],
    setting: [`${clientVariables.apiKey}=... # ${what}`],
  }
}

/** The body of a request, if the journal shows it. Text without fields could contain a secret. */
function bodyOf(entry: JournalEntry): { readonly text?: string; readonly note?: string } {
  const { requestBody = '', cut } = entry
  if (cut.request) return { note: '# The journal does not have the whole body.' }
  if (requestBody === '') return {}
  const shown = redactedRequestBody(entry)
  if (tryJson(Buffer.from(requestBody, 'latin1').toString()) !== undefined) return { text: JSON.stringify(shown) }
  return { note: `# The body is hidden: ${String(shown)}. "Send again" sends all of it.` }
}

/** The flags for this method and address. @param defaultMethod the method that curl sends without them */
function waysTo(method: string, address: string, defaultMethod: string): readonly string[] {
  return [
    ...(method === 'HEAD' ? ['--head'] : method === defaultMethod ? [] : ['-X', word(method)]),
    ...(/[[\]{}]/.test(address) ? ['--globoff'] : []),
    ...(/\/\.\.?(?:[/?]|$)/.test(address) ? ['--path-as-is'] : []),
  ]
}

/** The command line that sends a request again, for a shell such as bash. */
export function curlOf(entry: JournalEntry, { sandbox, service, origin }: RequestBasics): string {
  const address = redactedAddress(entry)
  const url = baseOrigin(origin, service.tls()?.origin) + prefixOf(entry.sandbox.name) + address
  const key = keyOf(entry, sandbox, service)
  const { text, note } = bodyOf(entry)
  const shown = redactedHeaders(entry)
  const headers = Object.entries(shown).filter(([name]) => !byItself.test(name))
  const words = [
    ['curl', ...waysTo(entry.method, address, text === undefined ? 'GET' : 'POST'), word(url)].join(' '),
    ...key.header,
    // curl takes a name with a semicolon for a header without a value.
    ...headers.map(([name, value]) => `-H ${word(value === '' ? `${name};` : `${name}: ${value}`)}`),
    // Otherwise curl adds a content type.
    ...(text === undefined || 'content-type' in shown ? [] : ["-H 'Content-Type:'"]),
    // After --data or --json, a @ at the beginning would name a file.
    ...(text === undefined ? [] : [`--data-raw ${word(text)}`]),
  ]
  const command = words.join(' \\\n  ')
  const hidden = command.includes(redacted) ? [`# The journal hides secrets: set each ${redacted}.`] : []
  return [...key.setting, command, ...hidden, note ?? []].flat().join('\n')
}
