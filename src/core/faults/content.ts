import { formatHttpDate } from '../time/instant.ts'
import type { Fault } from './fault.ts'

export const malformedJson = {
  kind: 'content',
  text: 'The body is not valid JSON, although its content type says so.',
  words: ['bad JSON', 'malformed', 'syntax', 'parse'],
  leavesBody: false,
  edit: (body) => ({ body: `${body.slice(0, -1)},` }),
} as const satisfies Fault

export const empty = {
  kind: 'content',
  text: 'The body is empty; the headers are unchanged.',
  words: ['empty body', 'no body', 'parse'],
  leavesBody: false,
  edit: () => ({ body: '' }),
} as const satisfies Fault

export const wrongContentType = {
  kind: 'content',
  text: 'The body is unchanged, but its content type is HTML.',
  words: ['wrong type', 'content type', 'HTML', 'parse'],
  leavesBody: true,
  edit: () => ({ headers: { 'Content-Type': 'text/html' } }),
} as const satisfies Fault

const page = `<html>
<head><title>502 Bad Gateway</title></head>
<body>
<center><h1>502 Bad Gateway</h1></center>
<hr><center>nginx</center>
</body>
</html>
`

export const gatewayHtml = {
  kind: 'otherAnswer',
  text: 'A proxy answered 502 with an HTML page.',
  words: ['502', 'gateway', 'proxy', 'HTML', 'outage', 'down'],
  leavesBody: false,
  answer: (nowMs) => ({
    status: 502,
    headers: { 'Content-Type': 'text/html', Date: formatHttpDate(nowMs) },
    body: page,
  }),
} as const satisfies Fault
