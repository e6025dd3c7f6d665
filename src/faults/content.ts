import { formatHttpDate } from '../time/instant.ts'
import type { Fault } from './fault.ts'

/** The body is not valid JSON, although its content type says so. */
export const malformedJson = {
  kind: 'content',
  edit: (body) => ({ body: `${body.slice(0, -1)},` }),
} as const satisfies Fault

/** The body is empty; the headers are unchanged. */
export const empty = { kind: 'content', edit: () => ({ body: '' }) } as const satisfies Fault

/** The body is unchanged, but its content type is HTML. */
export const wrongContentType = {
  kind: 'content',
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

/** A proxy answers 502 with an HTML page. */
export const gatewayHtml = {
  kind: 'otherAnswer',
  answer: (nowMs) => ({
    status: 502,
    headers: { 'Content-Type': 'text/html', Date: formatHttpDate(nowMs) },
    body: page,
  }),
} as const satisfies Fault
