import type { RequestInfo } from '../../control/endpoints/requests.ts'
import { version } from '../../lib/version.ts'
import { keyHeader } from '../../spec/headers.ts'

type Message = RequestInfo['request']

/** The address before the path, of each sandbox. */
type Bases = ReadonlyMap<string, string>

/** Requests of a journal as HAR 1.2, in which the journal's hidden secrets stay hidden. */
export function toHar(requests: readonly RequestInfo[], bases: Bases): object {
  const creator = { name: 'cloudsec-fake', version }
  return { log: { version: '1.2', creator, entries: requests.map((request) => toEntry(request, bases)) } }
}

function toEntry({ id, at, method, path, key, status, fault, durationMs, ...others }: RequestInfo, bases: Bases) {
  const { request, response, sandbox } = others
  const url = `${bases.get(sandbox) ?? ''}${path}`
  const text = textOf(request)
  return {
    startedDateTime: at,
    time: durationMs,
    request: {
      method,
      url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: headersOf(request, key),
      queryString: URL.canParse(url) ? [...new URL(url).searchParams].map(([name, value]) => ({ name, value })) : [],
      headersSize: -1,
      bodySize: -1,
      ...(text === undefined ? {} : { postData: { mimeType: typeOf(request), text } }),
    },
    response: {
      // The format has 0 for a request without an answer.
      status: status ?? 0,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: headersOf(response, null),
      content: { size: -1, mimeType: typeOf(response), ...(status === null ? {} : { text: textOf(response) ?? '' }) },
      redirectURL: '',
      headersSize: -1,
      bodySize: -1,
    },
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
    comment: [id, fault ?? '', request.cut || response.cut ? 'cut' : ''].filter((part) => part !== '').join(' '),
  }
}

/** The headers of a message. The id of the key stands for its hidden secret, so that two keys stay two. */
function headersOf({ headers }: Message, key: string | null): readonly { name: string; value: string }[] {
  return Object.entries(headers).map(([name, value]) => {
    const isKey = key !== null && name.toLowerCase() === keyHeader.toLowerCase()
    return { name, value: isKey ? value.replace('[redacted]', `[redacted: ${key}]`) : value }
  })
}

function typeOf({ headers }: Message): string {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
}

function textOf({ body }: Message): string | undefined {
  if (body === null) return undefined
  return typeof body === 'string' ? body : JSON.stringify(body)
}
