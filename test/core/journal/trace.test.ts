import { expect, it } from 'vitest'

import { noon } from '../../support/answers.ts'
import { describeTwoWays, verificationError } from '../../support/control.ts'

const list = '/cloud/resources?limit=1'
const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const parentId = '00f067aa0ba902b7'
const other = '0af7651916cd43dd8448eb211c80319c'
const unread = { traceId: null, parentId: null }

describeTwoWays('the header traceparent', (open) => {
  it.each([
    [`00-${traceId}-${parentId}-01`, { traceId, parentId }],
    [`00-${traceId}-${parentId}-00`, { traceId, parentId }],
    [`cc-${traceId}-${parentId}-01-what-the-future-will-be-like`, { traceId, parentId }],
    [`cc-${traceId}-${parentId}-01.what-the-future-will-be-like`, unread],
    [`00-${traceId}-${parentId}-01-more`, unread],
    [`ff-${traceId}-${parentId}-01`, unread],
    [`00-${'0'.repeat(32)}-${parentId}-01`, unread],
    [`00-${traceId}-${'0'.repeat(16)}-01`, unread],
    [`00-${traceId.toUpperCase()}-${parentId}-01`, unread],
    [`00-${traceId}-${parentId}-0A`, unread],
    [`00-${traceId}-${parentId}`, unread],
    [`00-${traceId}-${parentId}-01, 00-${other}-${parentId}-01`, unread],
    ['', unread],
  ])('%s is read as the W3C says', async (traceparent, expected) => {
    const { fake, api } = await open({ clock: noon })
    await api('GET', list, { headers: { traceparent } })
    expect(await fake.requests.show('0-1')).toMatchObject({ status: 200, ...expected })
  })

  it('selects requests: in lists, in streams and in verifications', async () => {
    const { fake, api, look } = await open({ clock: noon })
    await api('GET', list, { headers: { Traceparent: `00-${traceId}-${parentId}-01` } })
    await api('GET', list, { headers: { traceparent: `00-${other}-${parentId}-01` } })
    await api('GET', list)
    expect((await fake.requests.list({ trace: traceId })).map(({ id }) => id)).toEqual(['0-1'])
    const { items } = JSON.parse(await look(`/requests?fields=summary&trace=${other}`))
    expect(items).toMatchObject([{ id: '0-2', traceId: other, parentId }])
    for await (const { id } of fake.requests.follow({ trace: other, since: '0-1' })) {
      expect(id).toBe('0-2')
      break
    }
    expect(await fake.requests.verify({ trace: traceId, operation: 'listResources' }, 1)).toEqual(['0-1'])
    const { message } = await verificationError(fake.requests.verify({ trace: traceId }, 2))
    expect(message).toContain(`trace: expected "${traceId}", got null`)
    expect(message).toContain(`trace: expected "${traceId}", got "${other}"`)
  })

  it.each(['', 'all', traceId.toUpperCase(), '0'.repeat(32), `00-${traceId}-${parentId}-01`])(
    'is not what a filter takes: %s is refused',
    async (trace) => {
      const { fake } = await open()
      const message = /^trace: expected a trace id, such as 4bf92f3577b34da6a3ce929d0e0e4736/
      await expect(fake.requests.list({ trace })).rejects.toThrow(message)
      await expect(fake.requests.verify({ trace }, 0)).rejects.toThrow(/^match\.trace: expected a trace id/)
    },
  )

  it('is a header that rules can ask for', async () => {
    const { fake, api } = await open()
    const when = { header: { traceparent: `00-${traceId}-*` } }
    await fake.scenarios.define({ name: 'one-trace', rules: [{ when, then: { error: 'service_unavailable' } }] })
    const statusOf = async (id: string) =>
      (await api('GET', list, { headers: { traceparent: `00-${id}-${parentId}-01` } })).status
    expect([await statusOf(traceId), await statusOf(other)]).toEqual([503, 200])
  })
})
