import { formatHttpDate } from '../time/instant.ts'
import type { FaultOf } from './fault.ts'

export const malformedJson: FaultOf<'content'> = {
  kind: 'content',
  text: 'The body is not valid JSON, although its content type says so.',
  words: ['bad JSON', 'malformed', 'syntax', 'parse'],
  leavesBody: false,
  edit: (body) => ({ body: `${body.slice(0, -1)},` }),
}

export const empty: FaultOf<'content'> = {
  kind: 'content',
  text: 'The body is empty; the headers are unchanged.',
  words: ['empty body', 'no body', 'parse'],
  leavesBody: false,
  edit: () => ({ body: '' }),
}

export const wrongContentType: FaultOf<'content'> = {
  kind: 'content',
  text: 'The body is unchanged, but its content type is HTML.',
  words: ['wrong type', 'content type', 'HTML', 'parse'],
  leavesBody: true,
  edit: () => ({ headers: { 'Content-Type': 'text/html' } }),
}

const page = `<html>
<head><title>502 Bad Gateway</title></head>
<body>
<center><h1>502 Bad Gateway</h1></center>
<hr><center>nginx</center>
</body>
</html>
`

export const gatewayHtml: FaultOf<'otherAnswer'> = {
  kind: 'otherAnswer',
  text: 'A proxy answered 502 with an HTML page.',
  words: ['502', 'gateway', 'proxy', 'HTML', 'outage', 'down'],
  leavesBody: false,
  answer: (nowMs) => ({
    status: 502,
    headers: { 'Content-Type': 'text/html', Date: formatHttpDate(nowMs) },
    body: page,
  }),
}
