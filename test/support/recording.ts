import { gunzipSync } from 'node:zlib'

import * as z from 'zod/mini'

import { type FakeOptions } from '../../src/index.ts'
import { openFake } from './served.ts'

const headersOf = (headers: RequestInit['headers']) =>
  [...new Headers(headers)].map(([name, value]) => ({ name, value }))

/** An entry of a HAR recording, with a decoded body, as proxies write it. */
function toEntry(url: string, { method = 'GET', headers, body }: RequestInit, answer: Response, text: string) {
  const sent = body instanceof Uint8Array ? gunzipSync(body).toString() : body
  const postData = typeof sent === 'string' ? { postData: { mimeType: 'application/json', text: sent } } : {}
  return {
    request: { method, url, headers: headersOf(headers), ...postData },
    response: { status: answer.status, headers: headersOf(answer.headers), content: { size: text.length, text } },
  }
}

export type Entry = ReturnType<typeof toEntry>

interface Asked {
  readonly body?: unknown
  /** Null for no key. */
  readonly key?: string | null
  readonly scheme?: string
}

/** A client of a fake that records requests and answers. */
export async function record(options: FakeOptions = {}) {
  const fake = await openFake({ clock: '2026-07-01T12:17:05Z', ...options })
  const entries: Entry[] = []
  const send = async (url: string, init: RequestInit): Promise<Response> => {
    const answer = await fake.fetch(url, init)
    entries.push(toEntry(url, init, answer, await answer.clone().text()))
    return answer
  }
  const ask = async (method: string, path: string, { body, key = fake.apiKey, scheme = 'Bearer' }: Asked = {}) => {
    const answer = await send(fake.baseUrl + path, {
      method,
      headers: {
        ...(key === null ? {} : { Authorization: `${scheme} ${key}` }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return z.looseObject({ data: z.unknown() }).safeParse(await answer.json().catch(() => undefined)).data?.data
  }
  /** Creates an assessment. @returns its id */
  const assess = async (): Promise<string> => {
    const [resource] = (await fake.resources.list()).items
    const body = { resource_id: resource?.id, resource_type: resource?.type }
    return z.looseObject({ id: z.string() }).parse(await ask('POST', '/security/assessments', { body })).id
  }
  return { fake, entries, send, ask, assess }
}

export const recordingOf = (entries: readonly unknown[]) => ({
  log: { version: '1.2', creator: { name: 'a', version: '1' }, entries },
})
