import type { ServerResponse } from 'node:http'

import { keysOf } from '../lib/keys-of.ts'
import { waitOnWall } from '../time/clock.ts'
import { formatHttpDate } from '../time/instant.ts'
import { connectionReset, cut, firstHalf, resetConnection, streamInProcess, waitForEnd } from './delivery.ts'
import type { Fault } from './fault.ts'

const gatewayPage = `<html>
<head><title>502 Bad Gateway</title></head>
<body>
<center><h1>502 Bad Gateway</h1></center>
<hr><center>nginx</center>
</body>
</html>
`

const table = {
  reset: {
    kind: 'noAnswer',
    text: 'The connection was reset before an answer came.',
    words: ['reset', 'connection', 'network', 'down'],
    leavesBody: false,
    overSocket: resetConnection,
    inProcess: () => {
      throw connectionReset()
    },
  },
  hang: {
    kind: 'noAnswer',
    text: 'The connection stays open, and no answer comes.',
    words: ['timeout', 'hang', 'no answer', 'network', 'down'],
    leavesBody: false,
    overSocket: async (outgoing: ServerResponse, _answer, limits) => {
      await waitForEnd(limits)
      outgoing.destroy()
    },
    inProcess: async (_answer, limits) => {
      await waitForEnd(limits)
      throw connectionReset()
    },
  },
  truncate: {
    kind: 'transfer',
    text: 'The connection ended in the middle of the body.',
    words: ['cut body', 'truncated', 'incomplete', 'network'],
    leavesBody: false,
    overSocket: (outgoing: ServerResponse, { status, headers, bytes }) => {
      outgoing.writeHead(status, headers)
      outgoing.write(firstHalf(bytes), () => outgoing.socket?.destroySoon())
    },
    inProcess: (answer, limits) => {
      const failure = new TypeError('terminated', { cause: new Error('other side closed') })
      return streamInProcess(answer, { chunks: [firstHalf(answer.bytes)], waitMs: 0, failure }, limits)
    },
  },
  malformed_json: {
    kind: 'content',
    text: 'The body is not valid JSON, although its content type says so.',
    words: ['bad JSON', 'malformed', 'syntax', 'parse'],
    leavesBody: false,
    edit: (body) => ({ body: `${body.slice(0, -1)},` }),
  },
  empty: {
    kind: 'content',
    text: 'The body is empty; the headers are unchanged.',
    words: ['empty body', 'no body', 'parse'],
    leavesBody: false,
    edit: () => ({ body: '' }),
  },
  gateway_html: {
    kind: 'otherAnswer',
    text: 'A proxy answered 502 with an HTML page.',
    words: ['502', 'gateway', 'proxy', 'HTML', 'outage', 'down'],
    leavesBody: false,
    answer: (nowMs) => ({
      status: 502,
      headers: { 'Content-Type': 'text/html', Date: formatHttpDate(nowMs) },
      body: gatewayPage,
    }),
  },
  slow_body: {
    kind: 'transfer',
    text: 'The headers came at once, the body slowly, in pieces.',
    words: ['slow body', 'timeout', 'network'],
    leavesBody: true,
    overSocket: async (outgoing: ServerResponse, { status, headers, bytes }, { overMs, clientGone }) => {
      outgoing.writeHead(status, headers)
      outgoing.flushHeaders()
      const { chunks, waitMs } = cut(bytes, overMs)
      try {
        for (const chunk of chunks) {
          await waitOnWall(waitMs, clientGone)
          outgoing.write(chunk)
        }
        outgoing.end()
      } catch {
        // The client disconnected, or the server is stopping.
        outgoing.destroy()
      }
    },
    inProcess: (answer, limits) => streamInProcess(answer, cut(answer.bytes, limits.overMs), limits),
  },
  wrong_content_type: {
    kind: 'content',
    text: 'The body is unchanged, but its content type is HTML.',
    words: ['wrong type', 'content type', 'HTML', 'parse'],
    leavesBody: true,
    edit: () => ({ headers: { 'Content-Type': 'text/html' } }),
  },
} as const satisfies Record<string, Fault>

/** The name of a fault, as scenarios write it. */
export type FaultName = keyof typeof table

export const faults: Readonly<Record<FaultName, Fault>> = table

export const { reset, gateway_html: gatewayHtml } = table

export const faultNames = keysOf(faults)
