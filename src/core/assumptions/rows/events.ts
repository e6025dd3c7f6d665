import type { RowDeclaration } from '../row.ts'

export const eventRows = {
  notifyOn: {
    section: '6',
    question: 'Which changes of a job are notified?',
    options: { terminal: 'its completion and its failure', every_transition: 'its start too' },
    reason: 'A client waits for the end.',
  },
  webhookSigning: {
    section: '6',
    question: 'How is a webhook signed?',
    options: {
      standard_webhooks:
        'by the three headers of the Standard Webhooks specification: an HMAC with the secret of the sandbox',
      none: 'it is not signed',
    },
    reason: 'It is the common specification. A client that verifies signatures is ready for a service that signs.',
  },
  webhookRetries: {
    section: '6',
    question: 'Is a webhook sent again if it is not accepted?',
    options: { backoff: 'yes, four more times: after 5 s, 5 min, 30 min and 2 h', none: 'no' },
    reason: 'Careful senders retry. Standard Webhooks recommends these times.',
  },
  webhookPayload: {
    section: '6',
    question: 'What does the body of a webhook contain?',
    options: { event: 'an event with type, timestamp, and the job record as data', record: 'only the job record' },
    reason: 'Standard Webhooks recommends a payload that names its type.',
  },
} as const satisfies Record<string, RowDeclaration>
