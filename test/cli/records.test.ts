import { describe, expect, it } from 'vitest'

import { areas } from '../../src/core/app/areas.ts'
import { command, done } from '../support/command.ts'
import { serve } from '../support/remote.ts'

describe('cloudsec-fake quota', () => {
  it('shows the quotas of all keys, or of one', async () => {
    const { fake, on } = await serve()
    const { code, out } = await on('quota')
    expect(code).toBe(0)
    expect(out).toMatch(
      /^ID +NAME +LIMIT +REMAINING +RESET\nfull-access +Full access +5000 +5000 +2026-07-01T01:00:00.000Z\n/,
    )
    expect(JSON.parse((await on('quota', 'list', '--format', 'json')).out)).toEqual({ items: await fake.quota.list() })
    expect(await on('quota', 'show', 'full-access')).toEqual(
      done(
        'id         full-access\nname       Full access\nlimit      5000\nremaining  5000\nreset      2026-07-01T01:00:00.000Z\n',
      ),
    )
  })

  it('sets a quota, in the sandbox that is asked for', async () => {
    const { fake, on } = await serve()
    const flags = ['--limit', '9', '--remaining', '2', '--resets-in', '10m']
    expect((await on('quota', 'set', 'full-access', ...flags, '--sandbox', 'box')).out).toMatch(
      /\nlimit +9\nremaining +2\nreset +2026-07-01T00:10:00.000Z\n$/,
    )
    expect((await fake.quota.show('full-access')).limit).toBe(5000)
    const { out } = await on('quota', 'set', 'full-access', '--remaining', '0', '--format', 'json')
    expect(JSON.parse(out)).toEqual(await fake.quota.show('full-access'))
  })
})

describe('cloudsec-fake record', () => {
  it('lists each kind of records', async () => {
    const { fake, on } = await serve()
    for (const { name } of areas) {
      const { items } = await fake[name].list({ limit: 3 })
      const { code, out } = await on('record', 'list', name, '--limit', '3')
      const [heading = '', ...rows] = out.split('\n')
      expect([code, heading.slice(0, 3)]).toEqual([0, 'ID '])
      expect(rows.slice(0, 3).map((row) => row.split(' ')[0])).toEqual(items.map(({ id }) => id))
      expect(rows.slice(3)).toEqual(['', expect.stringMatching(/^3 of \d+$/), ''])
      const json = await on('record', 'list', name, '--offset', '1', '--format', 'json')
      expect(JSON.parse(json.out)).toEqual(await fake[name].list({ offset: 1 }))
    }
  })

  it('lists the records that filters select', async () => {
    const { fake, on } = await serve()
    await fake.assumptions.set({ tagRepeat: 'any' })
    const tag = ['environment:production', 'environment:staging']
    const words = ['type=database', `tag=${tag[0]}`, `tag=${tag[1]}`, '--limit', '2', '--format', 'json']
    const { out } = await on('record', 'list', 'resources', ...words)
    expect(JSON.parse(out)).toEqual(await fake.resources.list({ type: 'database', tag, limit: 2 }))
  })

  it('creates, shows, changes and deletes a record', async () => {
    const { fake, on } = await serve()
    const created = await on('record', 'create', 'resources', 'name=legacy=db', 'type=database', 'tags=[]', '--json')
    const [record] = (await fake.resources.list({ limit: 1 })).items
    expect(record).toMatchObject({ name: 'legacy=db', type: 'database', tags: [] })
    expect(created).toEqual(done(`${JSON.stringify(record, null, 2)}\n`))
    const id = String(record?.['id'])
    expect(await on('record', 'show', 'resources', id, '--json')).toEqual(created)
    const changed: unknown = JSON.parse(
      (await on('record', 'set', 'resources', id, 'name="12"', 'details={"vpc_id":"vpc-1"}', '--json')).out,
    )
    expect(changed).toEqual(await fake.resources.get(id))
    expect(changed).toMatchObject({ name: '12', details: { vpc_id: 'vpc-1' } })
    expect(await on('record', 'delete', 'resources', id)).toEqual(done(''))
    expect(await fake.resources.get(id)).toBeUndefined()
  })

  it.each([
    ['null', 'stdin: the scenario: expected an object, got null'],
    ['{', "stdin: not valid JSON (Expected property name or '}' at line 1, column 2)"],
    ['', 'stdin: not valid JSON (Unexpected end of JSON input at line 1, column 1)'],
  ])('refuses %j on stdin', async (input, message) => {
    const { origin } = await serve()
    const words = ['scenario', 'define', '-', '--url', origin]
    const { code, out, err } = await command(words, undefined, { input })
    expect([code, out, err.replace(/ \(line 1 column 2\)/, '')]).toEqual([2, '', `cloudsec-fake: ${message}\n`])
  })
})
