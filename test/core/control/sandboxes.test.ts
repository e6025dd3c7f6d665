import { setTimeout as wait } from 'node:timers/promises'

import { expect, it } from 'vitest'

import { answers, jobBody, noon } from '../../support/answers.ts'
import { describeWays, readProblem } from '../../support/control.ts'
import { read, readError } from '../../support/fake.ts'
import { soon } from '../../support/outbox.ts'

const rule = 'expected 1 to 63 lower-case letters, digits and hyphens, not a hyphen first'

/** The error of a promise, with the name of its class. */
async function failure(work: Promise<unknown>): Promise<string> {
  return await work.then(() => 'it did not fail', String)
}

describeWays('the sandboxes of a fake', (open) => {
  it('are listed in the order in which they were made, with what they hold', async () => {
    const { fake, at } = await open({ clock: noon })
    const before = Date.now()
    await at('two').api('POST', '/data/analysis/jobs', { body: jobBody })
    await fake.sandbox('one').scenarios.on('slow')
    const items = await fake.sandboxes.list()
    expect(items.map(({ name }) => name)).toEqual(['default', 'two', 'one'])
    const { origin } = new URL(fake.baseUrl)
    expect(items[1]).toEqual({
      name: 'two',
      baseUrl: `${origin}/@two/v1`,
      controlUrl: `${origin}/@two/_control`,
      apiKey: 'csf_full_access',
      createdAt: expect.any(String),
      lastUsedAt: expect.any(String),
      scenarios: [],
      counts: { resources: 60, assessments: 48, jobs: 26 },
      storedBytes: expect.any(Number),
    })
    expect(items.map(({ storedBytes }) => storedBytes > 0)).toEqual([false, true, false])
    expect(items[2]?.scenarios).toEqual(['slow'])
    for (const { createdAt, lastUsedAt } of items.slice(1)) {
      expect(Date.parse(createdAt)).toBeGreaterThanOrEqual(before)
      expect(Date.parse(lastUsedAt)).toBeGreaterThanOrEqual(Date.parse(createdAt))
      expect(Date.parse(lastUsedAt)).toBeLessThanOrEqual(Date.now())
    }
  })

  it('show when they were used last', async () => {
    const { fake, at } = await open({ clock: noon })
    const usedOf = async () => (await fake.sandboxes.list()).find(({ name }) => name === 'one')?.lastUsedAt ?? ''
    fake.sandbox('one')
    for (const use of [
      () => at('one').api('GET', '/cloud/resources'),
      () => at('one').api('POST', '/data/analysis/jobs', { body: jobBody }),
      () => at('one').control('GET', '/clock'),
      () => fake.sandbox('one').clock.advance('1s'),
    ]) {
      await use()
      const earlier = await usedOf()
      await wait(3)
      await use()
      expect(Date.parse(await usedOf())).toBeGreaterThan(Date.parse(earlier))
    }
    const last = await usedOf()
    await wait(3)
    await at('two').api('GET', '/cloud/resources')
    expect(await usedOf()).toBe(last)
  })

  it('are made by name, or with names that are drawn in order, and can be used at once', async () => {
    const { fake, send } = await open({ clock: noon })
    const sandbox = await fake.sandboxes.create('mine')
    expect(sandbox.name).toBe('mine')
    await sandbox.clock.advance('1h')
    expect((await fake.sandbox('mine').clock.show()).now).toBe('2026-07-01T13:00:00.000Z')
    fake.sandbox('sandbox-2')
    await fake.sandbox('sandbox-2').clock.show()
    const drawn = [await fake.sandboxes.create(), await fake.sandboxes.create()]
    const { pathname } = new URL(drawn[0]?.baseUrl ?? '')
    const headers = { Authorization: `Bearer ${drawn[0]?.apiKey}` }
    expect((await send('GET', `${pathname}/cloud/resources`, { headers })).status).toBe(200)
    expect(drawn[0]?.name).toBe('sandbox-1')
    // A name that was drawn is not drawn again for another client.
    await drawn[0]?.delete()
    expect((await fake.sandboxes.create()).name).not.toBe('sandbox-1')
  })

  it('are made once, by a name that they may have, and not above the bound', async () => {
    const { fake } = await open({ clock: noon, maxSandboxes: 2 })
    await fake.sandboxes.create('one')
    for (const taken of ['one', 'default']) {
      const refused = await failure(fake.sandboxes.create(taken))
      expect(refused).toContain(`InputError: name: a sandbox "${taken}" already exists`)
    }
    for (const bad of ['Bad', '', 'a_b', '-a']) {
      expect(await failure(fake.sandboxes.create(bad))).toContain(`InputError: name: ${rule}, got "${bad}"`)
    }
    expect(await failure(fake.sandboxes.create('two'))).toMatch(
      /^ControlError: .*this fake holds 2 sandboxes, its limit; "two" was not created/,
    )
    expect((await fake.sandboxes.list()).map(({ name }) => name)).toEqual(['default', 'one'])
  })

  it('are gone when they are deleted: the next of the name is new, and their room is given back', async () => {
    const { fake, at } = await open({ clock: noon, maxSandboxes: 2, maxStoredBytes: 20_000 })
    for (let round = 0; round < 5; round += 1) {
      const sandbox = fake.sandbox('one')
      const first = read(await at('one').api('POST', '/data/analysis/jobs', { body: jobBody }), 201, answers.job)
      await at('one').api('POST', '/data/analysis/jobs', { body: { ...jobBody, description: 'x'.repeat(1000) } })
      await sandbox.clock.advance('1h')
      await sandbox.scenarios.define({ name: 'own', rules: [] })
      await (round % 2 === 0 ? sandbox.delete() : fake.sandboxes.delete('one'))
      expect((await fake.sandboxes.list()).map(({ name }) => name)).toEqual(['default'])
      // Room for another name, and for as much again.
      await fake.sandboxes.create(`other-${round}`)
      await fake.sandboxes.delete(`other-${round}`)
      expect((await at('one').control('GET', '/clock')).text).toContain('"now":"2026-07-01T12:00:00.000Z"')
      const missing = await at('one').api('GET', `/data/analysis/jobs/${first.data.id}`)
      expect(readError(missing, 404, 'resource_not_found')).toContain(first.data.id)
      expect((await fake.sandbox('one').scenarios.list()).map(({ name }) => name)).not.toContain('own')
      await fake.sandboxes.delete('one')
    }
  })

  it('are not deleted where they are not there, and the default one never is', async () => {
    const { fake, control } = await open({ clock: noon })
    await fake.sandbox('checkout').clock.advance('1s')
    await fake.clock.advance('1h')
    expect(await failure(fake.sandboxes.delete('chekout'))).toContain(
      'InputError: sandboxes: none is named "chekout". Did you mean checkout?',
    )
    const reason = 'InputError: sandboxes: "default" cannot be deleted, since it serves the plain base URL'
    expect(await failure(fake.sandboxes.delete('default'))).toContain(reason)
    expect(await failure(fake.delete())).toContain(reason)
    expect(readProblem(await control('DELETE', '/sandboxes/default'), 409)).toContain('POST /reset')
    expect((await fake.clock.show()).now).toBe('2026-07-01T13:00:00.000Z')
  })

  it('are made and deleted through any of them, which makes none', async () => {
    const { fake, at } = await open({ clock: noon })
    expect((await at('one').control('POST', '/sandboxes', { name: 'two' })).status).toBe(201)
    expect((await at('two').control('DELETE', '/sandboxes/two')).status).toBe(204)
    expect((await at('one').control('GET', '/sandboxes')).status).toBe(200)
    expect((await at('three').control('POST', '/sandboxes')).status).toBe(201)
    expect((await fake.sandboxes.list()).map(({ name }) => name)).toEqual(['default', 'sandbox-1'])
  })

  it('end what waits in them when they are deleted, and show nothing of it to the next of the name', async () => {
    const { fake } = await open({ clock: noon })
    const sandbox = fake.sandbox('one')
    const notify = async () => {
      const { id } = await fake
        .sandbox('one')
        .jobs.create({ status: 'running', notification: { email: 'a@example.com' } })
      await fake.sandbox('one').jobs.update(id, { status: 'completed' })
      return id
    }
    const first = await notify()
    expect((await sandbox.outbox.next()).job).toBe(first)
    const waiting = failure(sandbox.outbox.next(soon))
    await wait(20)
    await sandbox.delete()
    expect(await waiting).toContain('the sandbox "one" was deleted meanwhile')
    const second = await notify()
    // A cursor of the former sandbox would skip a delivery that was settled before the question.
    await expect.poll(async () => (await sandbox.outbox.list())[0]?.settled).toBe(1)
    expect((await sandbox.outbox.next(soon)).job).toBe(second)
  })

  it('leave a request that began before in the sandbox that it began in', async () => {
    const { fake, at } = await open({ clock: noon })
    const began = new AbortController()
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        controller.enqueue(new TextEncoder().encode(JSON.stringify(jobBody).slice(0, 5)))
        began.abort()
        await wait(60)
        controller.enqueue(new TextEncoder().encode(JSON.stringify(jobBody).slice(5)))
        controller.close()
      },
    })
    const headers = { 'Content-Type': 'application/json' }
    const answer = at('one').api('POST', '/data/analysis/jobs', { body, headers })
    while (!(await fake.sandboxes.list()).some(({ name }) => name === 'one')) await wait(2)
    await fake.sandboxes.delete('one')
    read(await answer, 201, answers.job)
    expect((await fake.sandboxes.list()).map(({ name }) => name)).toEqual(['default'])
    expect((await fake.sandbox('one').summary()).counts['jobs']).toBe(25)
  })
})
