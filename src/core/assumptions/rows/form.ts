import type { RowDeclaration } from '../row.ts'

export const formRows = {
  timestampPrecision: {
    section: '2',
    question: 'How precise are the date-times in answers?',
    options: { seconds: '2026-01-31T12:00:00Z', milliseconds: '2026-01-31T12:00:00.000Z' },
    reason: 'It is the simplest form of ISO 8601.',
  },
  absentOptional: {
    section: '2',
    question: 'How is an optional field without a value shown?',
    options: { absent: 'it is left out', null: 'as null' },
    reason: 'The examples leave out the page links, which are the only such case in them.',
  },
  contentType: {
    section: '1',
    question: 'Which Content-Type do answers have?',
    options: { json: 'application/json', with_charset: 'application/json; charset=utf-8' },
    reason: 'JSON has no charset parameter (RFC 8259).',
  },
  deprecation: {
    section: '9',
    question: 'Do answers announce the end of this version?',
    options: { absent: 'no', sunset: 'yes, by the headers Deprecation and Sunset' },
    reason: 'The document does not announce an end.',
  },
  cors: {
    section: '1',
    question: 'Which web pages may use the API from a browser (CORS)?',
    options: {
      loopback_origins:
        'pages of this machine: localhost, names below .localhost, 127.0.0.0/8 and [::1], at every port, by http and https',
      any: 'all',
      none: 'none: no answer has headers for pages, and a preflight is a request like any other',
    },
    reason: 'A front end in development can use the fake, and no foreign page can.',
  },
} as const satisfies Record<string, RowDeclaration>
