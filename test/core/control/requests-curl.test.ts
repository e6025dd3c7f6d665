import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

import { expect, it } from 'vitest'

import { jobBody, noon } from '../../support/answers.ts'
import { describeWays, readProblem } from '../../support/control.ts'
import { serve } from '../../support/served.ts'

const list = '/cloud/resources'
const jobs = '/data/analysis/jobs'
const json = { 'Content-Type': 'application/json' }

describeWays('the command line that sends a request again', (open) => {
  it('has the address, the headers and the secret of a key of the fixtures, also of a revoked one', async () => {
    const { fake, api, at, control, look } = await open({ clock: noon })
    await api('GET', `${list}?limit=1&tag=a[b]`, { headers: { 'X-Trace': "it's", 'X-Empty': '' } })
    await at('one').api('GET', list)
    await at('one').api('GET', '/nothing', { key: 'csf_revoked' })
    const text = await look('/requests/0-1/curl')
    expect(text).toContain(
      `curl --globoff '${fake.baseUrl}${list}?limit=1&tag=a[b]' \\\n  -H 'Authorization: Bearer csf_full_access'`,
    )
    expect(text).toContain(String.raw`-H 'x-trace: it'\''s'`)
    expect(text).toMatch(/-H 'x-empty;'/)
    const other = await at('one').look('/requests/0-2/curl')
    expect(other).toContain(`curl ${fake.sandbox('one').baseUrl}/nothing \\\n  -H 'Authorization: Bearer csf_revoked'`)
    readProblem(await control('GET', '/requests/0-9/curl'), 404)
    readProblem(await control('GET', '/requests/9/curl'), 400)
  })

  it('begins with what a person has to set, for any other key', async () => {
    const { fake, api, look } = await open({ clock: noon })
    const { id, secret } = await fake.keys.create({ name: 'k' })
    await api('GET', list, { key: secret })
    await api('GET', list, { key: 'no-such-key' })
    await api('GET', list, { key: null })
    const [made, unknown, none] = await Promise.all(['0-1', '0-2', '0-3'].map((name) => look(`/requests/${name}/curl`)))
    expect(made).toMatch(new RegExp(`^CLOUDSEC_API_KEY=\\.\\.\\. # the secret of key ${id}\ncurl `))
    expect(made).toContain('-H "Authorization: Bearer $CLOUDSEC_API_KEY"')
    expect(unknown).toMatch(/^CLOUDSEC_API_KEY=\.\.\. # what the request sent\ncurl /)
    expect(none).toMatch(/^curl /)
    expect(none).not.toContain('uthorization')
    expect(`${made}${unknown}`).not.toContain(secret)
    expect(unknown).not.toContain('no-such-key')
  })

  it('says of a body what it lacks', async () => {
    const { api, look } = await open({ clock: noon })
    await api('POST', jobs, { headers: json, body: 'name=mine&token=abc' })
    await api('POST', jobs, { headers: json, body: { ...jobBody, name: 'x'.repeat(70_000) } })
    await api('POST', jobs, { headers: json, body: { ...jobBody, api_key: 'mine' } })
    const [text, long, secret] = await Promise.all(['0-1', '0-2', '0-3'].map((name) => look(`/requests/${name}/curl`)))
    expect(text).toMatch(/\n# The body is hidden: \[19 characters, not JSON\]\. "Send again" sends all of it\.\n$/)
    expect(text).not.toContain('token')
    expect(long).toMatch(/\n# The journal does not have the whole body\.\n$/)
    expect(secret).toMatch(/"api_key":"\[redacted\]"[^]*\n# The journal hides secrets: set each \[redacted\]\.\n$/)
  })
})

const run = promisify(execFile)

it.each([
  ['it\'s $(id) `id` ! \\ " ~ {a,b}'],
  ['\u001B[201~\nid\u007F\u0085\u202E\u2028'],
  ['@/etc/passwd'],
  ['für später 🎈'],
])('sends the same from a shell: %j', async (name) => {
  const fake = await serve({ port: 0, clock: noon })
  const headers = { ...json, Authorization: 'Bearer csf_full_access', 'X-Name': encodeURIComponent(name) }
  const body = JSON.stringify({ ...jobBody, name })
  await fake.fetch(`${fake.baseUrl}${jobs}`, { method: 'POST', headers, body })
  await fake.fetch(`${fake.baseUrl}${jobs}`, { method: 'POST', headers, body: JSON.stringify(name) })
  const { 'Content-Type': _, ...untyped } = headers
  await fake.fetch(`${fake.baseUrl}${jobs}`, { method: 'POST', headers: untyped, body: Buffer.from(body) })
  for (const id of ['0-1', '0-2', '0-3']) {
    const answer = await fetch(`${fake.controlUrl}/requests/${id}/curl`)
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    const command = await answer.text()
    expect(command.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}]/u)
    await run('bash', ['-c', command])
    const [sent] = await fake.requests.list({ limit: 1 })
    const { request, status } = await fake.requests.show(id)
    expect([sent?.status, sent?.request.body]).toEqual([status, request.body])
    expect(sent?.request.headers).toMatchObject({ 'x-name': headers['X-Name'] })
    expect(sent?.request.headers['content-type']).toBe(request.headers['content-type'])
  }
})
