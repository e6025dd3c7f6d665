import type { Row } from '../row.ts'

/** Open points of errors and of methods (§2.1, §4, §7). */
export const errorRows = {
  errorStatus: {
    section: '7',
    question: 'Which HTTP status has each error code?',
    options: {
      conventional: '401, 403, 400, 404, 429, 500 and 503, in the order of the table',
      unprocessable: 'the same, but invalid_request is 422',
      hidden: 'the same, but authorization_error is 404',
      always_200: '200 for all',
    },
    default: 'conventional',
    reason: 'The statuses that these codes are named after.',
  },
  methodNotAllowed: {
    section: '7',
    question: 'What answers a known path with a method that it does not have?',
    options: {
      invalid_request_405: 'invalid_request with status 405',
      resource_not_found_404: 'resource_not_found with its own status',
    },
    default: 'invalid_request_405',
    reason: '405 is what HTTP has for it; of the seven codes invalid_request is the nearest.',
  },
  allowHeader: {
    section: '7',
    question: 'Does an answer with status 405 name the methods that the path has, in an Allow header?',
    options: { present: 'yes', absent: 'no' },
    default: 'present',
    reason: 'HTTP demands it (RFC 9110, section 15.5.6).',
  },
  headRequests: {
    section: '4',
    question: 'What answers HEAD on a path that has GET?',
    options: { as_get: 'what GET answers, without its body', method_not_allowed: 'as any other method' },
    default: 'as_get',
    reason: 'HTTP asks every general-purpose server for it (RFC 9110, section 9.1).',
  },
  errorDetails: {
    section: '2.1',
    question: 'Does the details text of an error name the offending field?',
    options: {
      specific: 'yes, with its value and what would be right',
      generic: 'no, it repeats the meaning of the code',
    },
    default: 'specific',
    reason: 'The document calls it the longer explanation.',
  },
  checkOrder: {
    section: '5, 8',
    question: 'Which check comes first?',
    options: {
      authentication_quota_permission_request:
        'the key, then its quota, then its permission, then the request (an unknown path included)',
      quota_first: 'the quota, then the key, its permission and the request',
      request_before_permission:
        'the key, its quota, the request (but not whether its record exists), then the permission',
    },
    default: 'authentication_quota_permission_request',
    reason: 'The order of gateways: nothing is told to somebody who may not ask.',
  },
} as const satisfies Record<string, Row>
