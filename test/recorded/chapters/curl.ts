import { jsonOf, type Recorder } from '../recorder.ts'
import { withKey } from '../values.ts'

/** Requests as people type them, and as a browser sends them. */
export async function curl(recorder: Recorder): Promise<void> {
  const send = recorder.send.bind(recorder)
  for (const path of ['/', '/favicon.ico', '/?x=1', '/@one', '/@one/']) await send('GET', path)
  await send('HEAD', '/')
  await send('POST', '/')
  for (const path of [
    '/@Alice/v1/cloud/resources',
    '/@Alice/_control/clock',
    '/@Alice/openapi.json',
    '/v1/cloud/resource',
  ]) {
    await send('GET', path)
    await send('GET', path, { headers: withKey() })
  }
  await send('PUT', '/_control/scenarios/slow')
  for (const body of [{}, { on: true }, true, null]) {
    await send('PUT', '/_control/scenarios/slow', jsonOf(body))
  }
  await send('POST', '/_control/scenarios/slow', jsonOf({}))
  await send('POST', '/_control/reset')
  for (const type of ['application/x-www-form-urlencoded', 'text/plain', '']) {
    await send('POST', '/_control/reset', { headers: { 'Content-Type': type }, body: '{}' })
    await send('POST', '/_control/reset', { headers: { 'Content-Type': type } })
  }
  for (const headers of [{ Origin: 'http://evil.example' }, { 'Sec-Fetch-Site': 'cross-site' }, { Origin: 'null' }]) {
    await send('POST', '/_control/reset', { headers }, { isGuarded: true })
  }
  for (const path of ['journal', 'logs', 'mail', 'webhooks', 'docs', 'Help', 'time/now']) {
    await send('GET', `/@one/_control/${path}`)
  }
}
