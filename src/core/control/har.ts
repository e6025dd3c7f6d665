import { headerIn } from '../lib/headers.ts'
import { keyHeader } from '../spec/headers.ts'
import type { RequestInfo } from './endpoints/requests.ts'

type Message = RequestInfo['request']

const common = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1, bodySize: -1 } as const

/**
 * Converts a request to an entry of HAR 1.2, with the secrets hidden as in the journal.
 * @param base the address before its path
 */
export function toHarEntry(
  { id, sandbox, at, method, path, key, status, fault, durationMs, request, response }: RequestInfo,
  base: string,
) {
  const url = base + path
  const text = textOf(request)
  return {
    startedDateTime: at,
    time: durationMs,
    request: {
      ...common,
      method,
      url,
      headers: headersOf(request, key),
      queryString: URL.canParse(url) ? [...new URL(url).searchParams].map(([name, value]) => ({ name, value })) : [],
      ...(text === undefined ? {} : { postData: { mimeType: typeOf(request), text } }),
    },
    response: {
      ...common,
      // The format has 0 for a request without an answer.
      status: status ?? 0,
      statusText: '',
      headers: headersOf(response, null),
      content: { size: -1, mimeType: typeOf(response), ...(status === null ? {} : { text: textOf(response) ?? '' }) },
      redirectURL: '',
    },
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
    comment: [id, fault ?? '', request.cut || response.cut ? 'cut' : ''].filter((part) => part !== '').join(' '),
    // The format leaves names with an underscore to programs.
    _id: id,
    _sandbox: sandbox,
  }
}

/** The headers of a message. The id of the key replaces its secret, so that keys stay distinct. */
function headersOf({ headers }: Message, key: string | null): readonly { name: string; value: string }[] {
  return Object.entries(headers).map(([name, value]) => {
    const isKey = key !== null && name.toLowerCase() === keyHeader.toLowerCase()
    return { name, value: isKey ? value.replace('[redacted]', `[redacted: ${key}]`) : value }
  })
}

const typeOf = ({ headers }: Message): string => headerIn(headers, 'Content-Type') ?? ''

function textOf({ body }: Message): string | undefined {
  if (body === null) return undefined
  return typeof body === 'string' ? body : JSON.stringify(body)
}
