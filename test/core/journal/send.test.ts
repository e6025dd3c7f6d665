import { expect, it } from 'vitest'

import { InputError, type LocalFake, type ScenarioRule } from '../../../src/index.ts'
import { jobBody, noon } from '../../support/answers.ts'
import { describeWays, readProblem } from '../../support/control.ts'
import { holdTimers } from '../../support/held-timers.ts'
import { getFrom, openFake } from '../../support/served.ts'

const list = '/cloud/resources'
const jobs = '/data/analysis/jobs'

describeWays('a request that is sent again', (open) => {
  it('is served as a request of its client, with the present settings', async () => {
    const { fake, api, control } = await open({ clock: noon })
    const { text } = await api('GET', `${list}?limit=500`)
    await fake.assumptions.set({ limitAboveMax: 'clamp' })
    await fake.clock.advance('1h')
    const sent = await control('POST', '/requests/0-1/send')
    expect(sent.status).toBe(201)
    const made: unknown = JSON.parse(sent.text)
    expect(made).toMatchObject({
      id: '0-2',
      sandbox: 'default',
      sequence: 2,
      at: '2026-07-01T13:00:00.000Z',
      operation: 'listResources',
      path: `/v1${list}?limit=500`,
      key: 'full-access',
      status: 200,
      request: { headers: { authorization: '[redacted]' } },
    })
    expect(JSON.parse(text)).toMatchObject({ status: 'error' })
    expect(sent.text).not.toContain('csf_')
    expect(await fake.requests.show('0-2')).toEqual(made)
    expect((await fake.requests.list()).map(({ id }) => id)).toEqual(['0-1', '0-2'])
  })

  it('has its headers and its body', async () => {
    const { fake, api } = await open()
    const body = JSON.stringify({ ...jobBody, name: 'Prüfung – für später' })
    await api('POST', jobs, { body, headers: { 'Content-Type': 'application/json', 'X-Trace': 'one' } })
    const [first] = await fake.requests.list()
    const again = await fake.requests.send('0-1')
    expect([again.status, again.request.body]).toEqual([201, first?.request.body])
    expect(again.request.headers).toEqual(first?.request.headers)
    expect(again.response.body).not.toEqual(first?.response.body)
    const [newest] = await fake.requests.list({ operation: 'createJob', limit: 1 })
    expect(newest).toEqual(again)
  })

  it('goes to the sandbox that served it, by the address that it had', async () => {
    const { fake, api, at } = await open()
    await at('one').api('GET', `${list}?limit=1`)
    await api('GET', `${list}?limit=1`, { headers: { 'X-Fake-Sandbox': 'one' } })
    const one = fake.sandbox('one')
    const [byPath, byHeader] = [await one.requests.send('0-1'), await one.requests.send('0-2')]
    expect([byPath, byHeader].map(({ id, sandbox }) => [id, sandbox])).toEqual([
      ['0-3', 'one'],
      ['0-4', 'one'],
    ])
    expect(JSON.stringify(byPath.response.body)).toContain('/@one/v1/cloud/resources?')
    expect(JSON.stringify(byHeader.response.body)).not.toContain('/@one')
    expect(await fake.requests.list()).toEqual([])
  })

  it('is found among others that come at the same time', async () => {
    const { fake, api } = await open()
    for (const limit of [1, 2, 3]) await api('GET', `${list}?limit=${limit}`)
    const others = Array.from({ length: 10 }, () => api('GET', jobs))
    const sent = await Promise.all(['0-1', '0-2', '0-3'].map((id) => fake.requests.send(id)))
    await Promise.all(others)
    expect(sent.map(({ path }) => path)).toEqual([1, 2, 3].map((limit) => `/v1${list}?limit=${limit}`))
    for (const made of sent) expect(await fake.requests.show(made.id)).toEqual(made)
  })

  it.each<[ScenarioRule['then'], number | null]>([
    [{ fault: 'hang' }, null],
    [{ fault: 'reset' }, null],
    [{ fault: 'empty' }, 200],
    [{ fault: 'slow_body', over: '1h' }, 200],
    [{ fault: 'truncate' }, 200],
  ])('is answered with its entry where %o hits it', async (then, status) => {
    const { fake, api } = await open()
    await api('GET', list)
    await fake.scenarios.define({ name: 'broken', rules: [{ then }] })
    expect(await fake.requests.send('0-1')).toMatchObject({
      id: '0-2',
      status,
      fault: then.fault,
      scenarios: ['broken[0]'],
    })
    await fake.scenarios.off('broken')
    expect((await api('GET', list)).status).toBe(200)
  })

  it('is refused where the journal has not all of it', async () => {
    const { fake, api, control } = await open()
    await api('POST', jobs, { body: { ...jobBody, name: 'x'.repeat(70_000) } })
    await api('POST', jobs, { body: jobBody, key: 'csf_not_known' })
    for (const id of ['0-1', '0-2']) {
      const refused = readProblem(await control('POST', `/requests/${id}/send`), 409)
      expect(refused).toMatch(new RegExp(`^the request ${id} cannot be sent again as it was: its body was too long`))
      await expect(fake.requests.send(id)).rejects.toThrow(refused)
    }
    await expect(fake.requests.send('0-3')).rejects.toBeInstanceOf(InputError)
    readProblem(await control('POST', '/requests/0-3/send'), 404)
    readProblem(await control('POST', '/requests/9/send'), 400)
    await fake.requests.clear()
    await expect(fake.requests.send('0-1')).rejects.toThrow('id: the journal has no request "0-1"')
    expect(await fake.requests.list()).toEqual([])
  })
})

/** A fake with one request in the journal, and a rule that delays the next ones. */
async function delayed(delay: string): Promise<LocalFake> {
  const fake = await openFake()
  await getFrom(fake, list)
  await fake.scenarios.define({ name: 'late', rules: [{ then: { delay } }] })
  return fake
}

it('is given up after ten seconds, and served all the same', async () => {
  const { moveOn } = holdTimers()
  const fake = await delayed('1h')
  const sent = fake.requests.send('0-1').catch(String)
  await moveOn(10_000)
  expect(await sent).toMatch(/still running; GET \/requests lists it once it is served$/)
  await moveOn(3_600_000)
  expect((await fake.requests.list()).map(({ id }) => id)).toEqual(['0-1', '0-2'])
})

it('is refused where its sandbox is reset meanwhile, and with the fake', async () => {
  const { moveOn } = holdTimers()
  const fake = await delayed('9s')
  const lost = fake.requests.send('0-1').catch(String)
  await moveOn(1)
  await fake.reset()
  await moveOn(9000)
  expect(await lost).toContain('its sandbox was reset meanwhile')
  const other = await delayed('1h')
  const ended = other.requests.send('0-1').catch(String)
  await moveOn(1)
  await other.close()
  expect(await ended).toContain('still running')
})
