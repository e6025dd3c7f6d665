import type { RowDeclaration } from '../row.ts'

export const keyRows = {
  authScheme: {
    section: '5',
    question: 'In which spellings is the word Bearer accepted?',
    options: { any_case: 'in upper and lower case', exact: 'only as Bearer' },
    reason: 'HTTP ignores the case of a scheme (RFC 9110, section 11.1).',
  },
  permissionModel: {
    section: '5',
    question: 'Which permissions are there, and which calls need them?',
    options: {
      area_read_write: 'security:read, security:write, cloud:read, analysis:read, analysis:write',
      read_write: 'read for every read, and write for both create calls',
      area: 'security, cloud and analysis, each for all calls of its area',
    },
    reason: 'This is the finest division. A client that works with it works with the others too.',
  },
  rateQuota: {
    section: '8',
    question: 'How many requests an hour does a key have?',
    options: 'whole_number',
    default: 5000,
    reason: 'Public services often have this number, and a test run needs less.',
  },
  rateWindow: {
    section: '8',
    question: 'When does the window of one hour start?',
    options: {
      first_request: 'with the first request',
      clock_hour: 'with each hour of the clock in UTC',
      sliding: 'one hour before each request, so that it slides',
    },
    reason: 'It is the simplest fixed window.',
  },
  rateCounts: {
    section: '8',
    question: 'Which requests count toward the quota?',
    options: {
      every_request: 'all, refused ones too; requests without a valid key share a quota of their own',
      accepted:
        'all except those refused for their key or their quota (401, 429); without a valid key, the headers show a full quota',
    },
    reason: 'This is the stricter reading.',
  },
  rateScope: {
    section: '8',
    question: 'Does each key have its own quota?',
    options: { key: 'yes', account: 'no, all keys share one of the size of rateQuota' },
    reason: 'A request shows its key, and no account.',
  },
  rateResetUnit: {
    section: '8',
    question: 'Which unit does X-Rate-Limit-Reset have?',
    options: { seconds: 'seconds', milliseconds: 'milliseconds' },
    reason: 'By convention, a Unix timestamp is in seconds.',
  },
  retryAfter: {
    section: '8',
    question: 'Do answers with rate_limit_exceeded and service_unavailable have a Retry-After header?',
    options: { absent: 'no', present: 'yes, in seconds: the time until the window resets, or 1' },
    reason: 'The document does not name the header.',
  },
} as const satisfies Record<string, RowDeclaration>
