import type { RowDeclaration } from '../row.ts'

export const errorRows = {
  errorStatus: {
    section: '7',
    question: 'Which HTTP status does each error code have?',
    options: {
      conventional: '401, 403, 400, 404, 429, 500 and 503, in the order of the table',
      unprocessable: 'the same, except 422 for invalid_request',
      hidden: 'the same, except 404 for authorization_error',
      always_200: '200 for every code',
    },
    reason: 'The codes are named after these statuses.',
  },
  methodNotAllowed: {
    section: '7',
    question: 'How is a known path answered if it does not have the method?',
    options: {
      invalid_request_405: 'with invalid_request and status 405',
      resource_not_found_404: 'with resource_not_found and its usual status',
    },
    reason: 'HTTP has status 405 for this case, and invalid_request is the nearest of the seven codes.',
  },
  allowHeader: {
    section: '7',
    question: 'Does an answer with status 405 list the methods of the path in an Allow header?',
    options: { present: 'yes', absent: 'no' },
    reason: 'HTTP requires it (RFC 9110, section 15.5.6).',
  },
  headRequests: {
    section: '4',
    question: 'How is HEAD answered on a path that has GET?',
    options: { as_get: 'like GET, without the body', method_not_allowed: 'like a method that the path does not have' },
    reason: 'HTTP requires it of every general-purpose server (RFC 9110, section 9.1).',
  },
  errorDetails: {
    section: '2.1',
    question: 'Does the details text of an error name the invalid field?',
    options: { specific: 'yes, with its value and what was expected', generic: 'no, it only explains the code' },
    reason: 'The document calls the text a longer explanation.',
  },
  checkOrder: {
    section: '5, 8',
    question: 'In which order is a request checked?',
    options: {
      authentication_quota_permission_request:
        'the key, its quota, its permission, then the request (an unknown path included)',
      quota_first: 'the quota, the key, its permission, then the request',
      request_before_permission:
        'the key, its quota, the request (except the existence of its record), then the permission',
    },
    reason: 'Gateways use this order. It reveals nothing to a client without permission.',
  },
} as const satisfies Record<string, RowDeclaration>
