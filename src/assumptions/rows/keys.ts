import type { Row } from '../row.ts'

/** Open points of API keys and their quota (§5, §8). */
export const keyRows = {
  authScheme: {
    section: '5',
    question: 'How may the word Bearer be spelt?',
    options: { any_case: 'in any case', exact: 'as Bearer alone' },
    default: 'any_case',
    reason: 'HTTP compares schemes without regard to case (RFC 9110, section 11.1).',
  },
  permissionModel: {
    section: '5',
    question: 'What are the permissions called, and which operation needs which?',
    options: {
      area_read_write: 'security:read, security:write, cloud:read, analysis:read, analysis:write',
      read_write: 'read for every read, write for both create calls',
      area: 'security, cloud, analysis, for all that the area has',
    },
    default: 'area_read_write',
    reason: 'The finest division: a client that passes it passes the others.',
  },
  rateQuota: {
    section: '8',
    question: 'How many requests an hour has a key?',
    options: 'whole_number',
    default: 5000,
    reason: 'A common figure of public services, and more than a test run needs.',
  },
  rateWindow: {
    section: '8',
    question: 'When does the window of an hour start?',
    options: {
      first_request: 'with the first request',
      clock_hour: 'with each hour of the clock, in UTC',
      sliding: 'at every instant it is the hour before',
    },
    default: 'first_request',
    reason: 'The plainest fixed window.',
  },
  rateCounts: {
    section: '8',
    question: 'Which requests count?',
    options: {
      every_request: 'all, refused ones too; those without a valid key share a quota of their own',
      accepted:
        'all but those refused for their key or their quota (401, 429); without a valid key the headers show a full quota',
    },
    default: 'every_request',
    reason: 'The stricter reading.',
  },
  rateScope: {
    section: '8',
    question: 'What does a quota belong to?',
    options: { key: 'each key has its own', account: 'all keys share one, of the size of rateQuota' },
    default: 'key',
    reason: 'Keys are what requests carry.',
  },
  rateResetUnit: {
    section: '8',
    question: 'What is the unit of X-Rate-Limit-Reset?',
    options: { seconds: 'seconds', milliseconds: 'milliseconds' },
    default: 'seconds',
    reason: 'A Unix timestamp conventionally is in seconds.',
  },
  retryAfter: {
    section: '8',
    question: 'Do answers of rate_limit_exceeded and service_unavailable carry a Retry-After header?',
    options: { absent: 'no', present: 'yes, in seconds: until the window resets, or 1' },
    default: 'absent',
    reason: 'The document does not name it.',
  },
} as const satisfies Record<string, Row>
