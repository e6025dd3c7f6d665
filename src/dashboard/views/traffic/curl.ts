import type { RequestInfo } from '../../../control/endpoints/requests.ts'
import { originOf } from '../../state/place.ts'
import { headerOf } from './recorded.ts'

/** The variable of the shell that has the secret of the key: the journal hides secrets. */
export const keyVariable = 'CLOUDSEC_API_KEY'

/** Headers that curl sends by itself, and those that only a browser may set. */
const own = /^(?:host|connection|content-length|transfer-encoding|accept-encoding|sec-.*)$/

/** A text as one word of a POSIX shell. */
const word = (text: string): string =>
  /^[\w./:=%+,-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`

function headerWord(name: string, value: string): string {
  if (name === 'authorization') return `"Authorization: Bearer $${keyVariable}"`
  // curl takes a name with a colon and no value for a header to leave out.
  return word(value === '' ? `${name};` : `${name}: ${value}`)
}

/** Stands for a body that the journal hides, since it is no JSON in which secrets could be found. */
const hidden = /^\[\d+ characters, [a-zA-Z ]+\]$/

/** The words that send a body. A `@` at its beginning would name a file, except after `--data-raw`. */
function bodyWords({ request: { headers, body } }: RequestInfo): readonly string[] {
  if (body === null || isHidden(body)) return []
  const isJson = typeof body !== 'string' && headerOf(headers, 'content-type') === 'application/json'
  return [isJson ? '--json' : '--data-raw', word(typeof body === 'string' ? body : JSON.stringify(body))]
}

const isHidden = (body: unknown): boolean => typeof body === 'string' && hidden.test(body)

/** The command line that sends a request again, for a shell such as bash. */
export function curlOf(recorded: RequestInfo): string {
  const { method, path, sandbox, request } = recorded
  const body = bodyWords(recorded)
  const usual = body.length === 0 ? 'GET' : 'POST'
  const left = body[0] === '--json' ? ['content-type', 'accept'] : []
  const headers = Object.entries(request.headers).filter(([name]) => !own.test(name) && !left.includes(name))
  const words = [
    ...(method === 'HEAD' ? ['--head'] : method === usual ? [] : ['-X', word(method)]),
    ...(/[[\]{}]/.test(path) ? ['--globoff'] : []),
  ]
  const lines = [
    ['curl', ...words, word(originOf(sandbox) + path)].join(' '),
    ...headers.map(([name, value]) => `-H ${headerWord(name, value)}`),
    ...(body.length === 0 ? [] : [body.join(' ')]),
  ]
  const note = isHidden(request.body) ? ['# Its body is hidden: "Send again" sends all of it.'] : []
  return [lines.join(' \\\n  '), ...note].join('\n')
}
