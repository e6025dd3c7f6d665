import { formatHttpDate } from '../time/instant.ts'
import type { Fault } from './fault.ts'

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
