import { describe, expect, it } from 'vitest'

import { connect, createFake } from '../../../src/index.ts'
import { jobBody, noon } from '../../support/answers.ts'
import { paths, type Story, tell, verdictsOf } from '../../support/conducting.ts'
import { startReceiver } from '../../support/receiver.ts'
import { serve } from '../../support/served.ts'

const { resources, jobs } = paths

/** A story over a socket. */
async function openOverSocket(): Promise<Story> {
  const fake = await serve({ clock: noon, port: 0 })
  return tell(fake, fetch)
}

describe('conduct over a socket', () => {
  it('reports a receiver that takes a wrong signature', async () => {
    const receiver = await startReceiver()
    const story = await openOverSocket()
    const sendOne = async (): Promise<void> => {
      const notification = { webhook_url: receiver.url }
      await story.send('POST', jobs, { body: { ...jobBody, notification } })
      await story.pause('1h')
    }
    await sendOne()
    await story.box.scenarios.on('webhook-tampered')
    // A receiver may queue a webhook, and verify it later.
    for (const status of [202, 401]) {
      receiver.answer(status)
      await sendOne()
    }
    expect(await verdictsOf(story.box)).toEqual([])
    receiver.answer(204)
    await sendOne()
    const { items } = await story.box.conduct()
    expect(items).toEqual([
      expect.objectContaining({
        id: 'took-tampered-webhook',
        severity: 'error',
        count: 1,
        occurrences: [{ requests: [], detail: expect.stringContaining('answered 204 to analysis_job.completed') }],
      }),
    ])
    const snapshot = await story.box.snapshot.save()
    await story.box.snapshot.load(snapshot)
    expect(await verdictsOf(story.box)).toEqual(['took-tampered-webhook'])
  })
})

describe('the report on conduct', () => {
  /** A client that does several things wrong. */
  async function misbehave(story: Story): Promise<void> {
    const { box, get, send, pause } = story
    await box.scenarios.on('commits-then-fails')
    // Without a pause, requests on two connections may have been sent at once.
    await get('/cloud/resource', '1s', '1s')
    await send('POST', jobs, { body: jobBody })
    await pause('1s')
    await send('POST', jobs, { body: jobBody })
    await get(`${resources}?limit=0`, '1s', '1s')
  }

  const expected = {
    requests: 8,
    forgotten: 0,
    items: [
      {
        id: 'repeated-committed-create',
        severity: 'error',
        title: 'A create was repeated without checking whether the first had succeeded.',
        advice:
          'After a create without a clear answer, list or get the records first. Repeat it only if the record is missing.',
        count: 1,
        occurrences: [
          {
            requests: ['0-4', '0-5'],
            detail:
              'POST /v1/data/analysis/jobs succeeded but got service_unavailable; it was repeated once, so there are 2 records.',
          },
        ],
      },
      expect.objectContaining({
        id: 'retried-in-vain',
        occurrences: [
          {
            requests: ['0-1', '0-2', '0-3'],
            detail: 'GET /v1/cloud/resource got resource_not_found and was repeated 2 times.',
          },
          {
            requests: ['0-6', '0-7', '0-8'],
            detail: 'GET /v1/cloud/resources?limit=0 got invalid_request and was repeated 2 times.',
          },
        ],
      }),
      expect.objectContaining({
        id: 'matched-no-operation',
        count: 1,
        occurrences: [
          {
            requests: ['0-1', '0-2', '0-3'],
            detail:
              'No operation matches GET /v1/cloud/resource. Nearest: GET /v1/cloud/resources, GET /v1/cloud/resources/{id}.',
          },
        ],
      }),
    ],
  }

  it('has the verdicts with their requests, the worst first, byte for byte the same each time', async () => {
    const texts = await Promise.all(
      [1, 2].map(async () => {
        const fake = await createFake({ clock: noon })
        await misbehave(tell(fake, fake.fetch))
        expect(await fake.conduct()).toEqual(expected)
        return await (await fake.fetch(`${fake.controlUrl}/conduct`)).text()
      }),
    )
    expect(texts[0]).toBe(texts[1])
  })

  it('is the same for a client that is elsewhere', async () => {
    const story = await openOverSocket()
    await misbehave(story)
    expect(await (await connect(story.box.baseUrl)).conduct()).toEqual(expected)
  })

  it('leaves out what is allowed, and reads pauses by pollEvery', async () => {
    const fake = await createFake({ clock: noon })
    const story = tell(fake, fake.fetch)
    await misbehave(story)
    const { items } = await fake.conduct({ allow: ['matched-no-operation', 'retried-in-vain'] })
    expect(items.map(({ id }) => id)).toEqual(['repeated-committed-create'])
    await fake.reset()
    await story.get(await story.createJob(), '1s', '1s')
    expect(await verdictsOf(fake)).toEqual([])
    expect((await fake.conduct({ pollEvery: '2s' })).items.map(({ id }) => id)).toEqual(['polled-too-often'])
    expect((await fake.conduct({ allow: [] })).items).toEqual([])
  })

  it('does not judge requests that the fake sends again itself', async () => {
    const fake = await createFake({ clock: noon })
    const story = tell(fake, fake.fetch)
    await story.get(`${resources}?limit=0`)
    const [request] = await fake.requests.list()
    for (let i = 0; i < 3; i += 1) await fake.requests.send(request?.id ?? '')
    expect(await fake.conduct()).toEqual({ requests: 1, forgotten: 0, items: [] })
  })

  it.each([
    ['allow=retried-to-early', 'allow: "retried-to-early" is not one of', 'Did you mean retried-too-early?'],
    ['pollEvery=fast', 'pollEvery: "fast" is not a duration', '30s'],
    ['poll=1s', 'poll: not a query parameter of this path.', 'pollEvery'],
  ])('refuses %s', async (query, ...parts) => {
    const fake = await createFake()
    const answer = await fake.fetch(`${fake.controlUrl}/conduct?${query}`)
    const { detail } = JSON.parse(await answer.text())
    expect(answer.status).toBe(query.startsWith('allow') ? 404 : 400)
    for (const part of parts) expect(detail).toContain(part)
  })
})
