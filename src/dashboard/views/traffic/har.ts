import type { RequestInfo } from '../../../control/endpoints/requests.ts'
import { queryOf, readList } from '../../state/ask.ts'
import { originOf } from '../../state/place.ts'
import { isAll, keyOf, mostEntries, type RequestSummary } from '../../state/traffic.ts'

/** A text in place of a secret, as the journal writes it. */
const hidden = '[redacted]'

/**
 * Loads requests whole, and writes them as a recording (HAR 1.2). Secrets stay hidden.
 * @param version of the fake
 * @returns the recording, and how many of the requests it has: the journal may have forgotten some
 */
export async function recordingOf(
  requests: readonly RequestSummary[],
  version: string,
): Promise<{ readonly text: string; readonly count: number }> {
  const wanted = new Set(requests.map(keyOf))
  const query = queryOf({ sandboxes: isAll.value ? 'all' : undefined, limit: mostEntries })
  const items = await readList<RequestInfo>(`/requests${query}`)
  const entries = items.filter((entry) => wanted.has(keyOf(entry))).map(toEntry)
  const log = { version: '1.2', creator: { name: 'cloudsec-fake', version }, pages: [], entries }
  return { text: JSON.stringify({ log }, null, 2), count: entries.length }
}

function toEntry(entry: RequestInfo): object {
  const { at, durationMs, sandbox, id, request, response, fault } = entry
  return {
    startedDateTime: at,
    time: durationMs,
    request: toRequest(entry),
    response: toResponse(entry),
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
    comment: [
      `request ${id} of sandbox ${sandbox}, by its clock`,
      ...(fault === null ? [] : [`network fault ${fault}`]),
      ...(request.cut || response.cut ? ['the end of a body is missing'] : []),
    ].join('; '),
  }
}

/** The headers of a request or an answer. */
type Headers = RequestInfo['request']['headers']

const common = { httpVersion: 'HTTP/1.1', cookies: [], headersSize: -1, bodySize: -1 } as const

/** Headers as HAR has them. As in the recordings of browsers, those with secrets are missing. */
const listOf = (headers: Headers) =>
  Object.entries(headers).flatMap(([name, value]) => (value.includes(hidden) ? [] : [{ name, value }]))

function toRequest({ sandbox, method, path, request: { headers, body } }: RequestInfo): object {
  const url = originOf(sandbox) + path
  const { searchParams } = new URL(url)
  const mimeType = headers['content-type'] ?? ''
  return {
    ...common,
    method,
    url,
    headers: listOf(headers),
    queryString: [...searchParams].map(([name, value]) => ({ name, value })),
    ...(body === null ? {} : { postData: { mimeType, text: compact(body) } }),
  }
}

function toResponse({ status, response: { headers, body } }: RequestInfo): object {
  const text = body === null ? '' : compact(body)
  return {
    ...common,
    // Browsers write 0 where there was no answer.
    status: status ?? 0,
    statusText: '',
    headers: listOf(headers),
    content: { size: new TextEncoder().encode(text).length, mimeType: headers['content-type'] ?? '', text },
    redirectURL: headers['location'] ?? '',
  }
}

/** A body as it was sent: the API writes JSON without spaces. */
const compact = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body))
