import { Webhook } from 'standardwebhooks'
import { expect, it } from 'vitest'

import { answers, noon } from '../../support/answers.ts'
import { type Client, describeFake, read } from '../../support/fake.ts'
import { attemptsOf, createJob, eventOf, onlyDelivery, type Receiver, startReceiver } from '../../support/receiver.ts'

/** Bodies of what a receiver got, parsed. */
const bodiesOf = ({ received }: Receiver): unknown[] => received.map(({ body }) => JSON.parse(body))

/** Makes a job, and waits until it has completed. */
async function complete(client: Client, receiver: Receiver, fields: Readonly<Record<string, unknown>> = {}) {
  const { id } = await createJob(client, { webhook_url: receiver.url }, fields)
  await client.sandbox.clock.advance('5s')
  return read(await client.get(`/data/analysis/jobs/${id}`), 200, answers.job).data
}

describeFake('assumptions about events', (open) => {
  it.each([
    ['terminal', ['analysis_job.completed 2026-07-01T12:00:05Z']],
    ['every_transition', ['analysis_job.running 2026-07-01T12:00:01Z', 'analysis_job.completed 2026-07-01T12:00:05Z']],
  ] as const)('notifyOn: %s', async (notifyOn, expected) => {
    const [receiver, client] = [await startReceiver(), await open({ clock: noon, assume: { notifyOn } })]
    await createJob(client, { webhook_url: receiver.url, email: 'dev@example.com' })
    await client.sandbox.clock.advance('1h')
    expect(receiver.received.map(eventOf).map(({ type, timestamp }) => `${type} ${timestamp}`)).toEqual(expected)
    const mails = await client.sandbox.outbox.list({ kind: 'email' })
    expect(mails.map(({ event, createdAt }) => `${event} ${createdAt.replace('.000', '')}`)).toEqual(expected)
  })

  it('webhookPayload: record', async () => {
    const receiver = await startReceiver()
    const client = await open({ clock: noon, assume: { webhookPayload: 'record', notifyOn: 'every_transition' } })
    const record = await complete(client, receiver)
    const { completed_at, ...rest } = record
    expect(completed_at).toBe('2026-07-01T12:00:05Z')
    expect(bodiesOf(receiver)).toEqual([{ ...rest, status: 'running', updated_at: '2026-07-01T12:00:01Z' }, record])
  })

  it.each([
    { jobResults: 'present' },
    { absentOptional: 'null' },
    {
      jobRecord: 'minimal',
      jobTypeField: 'type',
      jobDateField: 'created_date',
      jobIdFormat: 'opaque',
      timestampPrecision: 'milliseconds',
      jobStates: 'queued_processing_succeeded_failed',
    },
  ] as const)('webhookPayload: both carry the record as the register has it, %j', async (choices) => {
    const precise = 'timestampPrecision' in choices ? '.000Z' : 'Z'
    const state = 'jobStates' in choices ? 'succeeded' : 'completed'
    for (const webhookPayload of ['event', 'record'] as const) {
      const receiver = await startReceiver()
      const client = await open({ clock: noon, assume: { ...choices, webhookPayload } })
      const data = await complete(client, receiver)
      expect(data.status).toBe(state)
      const event = { type: `analysis_job.${state}`, timestamp: `2026-07-01T12:00:05${precise}`, data }
      expect(bodiesOf(receiver)).toEqual([webhookPayload === 'event' ? event : data])
      expect((await onlyDelivery(client)).event).toBe(event.type)
    }
  })

  it('webhookSigning: standard_webhooks, by the three headers', async () => {
    for (const webhookPayload of ['event', 'record'] as const) {
      const receiver = await startReceiver()
      const client = await open({ clock: noon, assume: { webhookSigning: 'standard_webhooks', webhookPayload } })
      await complete(client, receiver)
      const [request] = receiver.received
      if (request === undefined) throw new Error('nothing arrived')
      const { headers, body } = request
      const webhook = new Webhook(await client.sandbox.outbox.signingSecret())
      expect(webhook.verify(body, headers)).toEqual(JSON.parse(body))
      expect(Math.abs(Number(headers['webhook-timestamp']) * 1000 - Date.now())).toBeLessThan(60_000)
    }
  })

  it('webhookSigning: none', async () => {
    const [receiver, client] = [await startReceiver(), await open({ clock: noon, assume: { webhookSigning: 'none' } })]
    await complete(client, receiver)
    const [request] = receiver.received
    expect(Object.keys(request?.headers ?? {}).filter((name) => name.startsWith('webhook-'))).toEqual([])
    expect(request?.headers['content-type']).toBe('application/json')
    expect((await onlyDelivery(client)).headers).toEqual({ 'Content-Type': 'application/json' })
  })

  it.each([
    ['backoff', ['12:00:05.000 500', '12:00:10.000 500', '12:05:10.000 500', '12:35:10.000 500', '14:35:10.000 500']],
    ['none', ['12:00:05.000 500']],
  ] as const)('webhookRetries: %s', async (webhookRetries, attempts) => {
    const receiver = await startReceiver()
    receiver.answer(500)
    const client = await open({ clock: noon, assume: { webhookRetries } })
    await complete(client, receiver)
    await client.sandbox.clock.advance('7d')
    const delivery = await onlyDelivery(client)
    expect(attemptsOf(delivery)).toEqual(attempts)
    expect([delivery.state, receiver.received.length]).toEqual(['failed', attempts.length])
  })

  it('webhookRetries: none, without a listener, and redelivery by hand is one try', async () => {
    const receiver = await startReceiver()
    await receiver.kill()
    const client = await open({ clock: noon, assume: { webhookRetries: 'none' } })
    await complete(client, receiver)
    const { id, state } = await onlyDelivery(client)
    expect([state, (await client.sandbox.outbox.redeliver(id)).state]).toEqual(['failed', 'failed'])
    await client.sandbox.clock.advance('1d')
    expect(attemptsOf(await onlyDelivery(client))).toEqual([
      `12:00:05.000 connect ECONNREFUSED ${new URL(receiver.url).host}`,
      `12:00:05.000 connect ECONNREFUSED ${new URL(receiver.url).host}`,
    ])
  })
})
