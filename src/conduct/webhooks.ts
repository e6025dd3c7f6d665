import { defineVerdict } from './verdict.ts'

export const tookTamperedWebhook = defineVerdict({
  id: 'took-tampered-webhook',
  severity: 'error',
  title: 'A receiver answered with success to a webhook that had a wrong signature.',
  advice: 'Verify the signature of every webhook over the bytes of its body, and answer 4xx where it is wrong.',
  find: ({ sandbox }) =>
    sandbox.outbox.list({ kind: 'webhook' }).flatMap(({ id, event, attempts }) => {
      const taken = attempts.filter(({ status, tampered }) => tampered === true && status !== null && status < 300)
      const [first] = taken
      if (first === undefined) return []
      const detail = `The receiver answered ${first.status} to ${event} (delivery ${id}), the signature of which was wrong.`
      return [{ requests: [], detail }]
    }),
})
