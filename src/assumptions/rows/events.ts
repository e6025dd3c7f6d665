import type { Row } from '../row.ts'

/** Events (§6). */
export const eventRows = {
  notifyOn: {
    section: '6',
    question: 'Which changes of a job notify?',
    options: {
      terminal: 'completion and failure',
      every_transition: 'the beginning of the work too',
    },
    default: 'terminal',
    reason: 'What a client waits for is the end.',
  },
  webhookSigning: {
    section: '6',
    question: 'How is a webhook signed?',
    options: {
      standard_webhooks:
        'the three headers of the Standard Webhooks specification, an HMAC with the secret of the sandbox',
      none: 'no signature',
    },
    default: 'standard_webhooks',
    reason: 'The common specification of the field; a client that verifies is ready for one that signs.',
  },
  webhookRetries: {
    section: '6',
    question: 'What becomes of a webhook that is not accepted?',
    options: {
      backoff: 'is tried five times: at once, then after 5 s, 5 min, 30 min and 2 h',
      none: 'is not tried again',
    },
    default: 'backoff',
    reason: 'Careful senders retry, and the times are those that Standard Webhooks recommends.',
  },
  webhookPayload: {
    section: '6',
    question: 'What is the body of a webhook?',
    options: {
      event: 'an event: type, timestamp and the job record as data',
      record: 'the bare job record',
    },
    default: 'event',
    reason: 'A payload that names its type is what Standard Webhooks recommends.',
  },
} as const satisfies Record<string, Row>
