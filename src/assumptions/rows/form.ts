import type { Row } from '../row.ts'

/** Open points of the form of every answer (§1, §2, §9). */
export const formRows = {
  timestampPrecision: {
    section: '2',
    question: 'How precise are date-times in answers?',
    options: { seconds: '2026-01-31T12:00:00Z', milliseconds: '2026-01-31T12:00:00.000Z' },
    default: 'seconds',
    reason: 'The plain form of ISO 8601.',
  },
  absentOptional: {
    section: '2',
    question: 'How does an optional field without a value appear?',
    options: { absent: 'it is left out', null: 'as null' },
    default: 'absent',
    reason: 'The page links, the one case that the examples show, are left out.',
  },
  contentType: {
    section: '1',
    question: 'What is the Content-Type of answers?',
    options: { json: 'application/json', with_charset: 'application/json; charset=utf-8' },
    default: 'json',
    reason: 'JSON has no charset parameter (RFC 8259).',
  },
  deprecation: {
    section: '9',
    question: 'Do answers announce the end of this version?',
    options: { absent: 'no', sunset: 'yes, by the headers Deprecation and Sunset' },
    default: 'absent',
    reason: 'The document names no policy.',
  },
} as const satisfies Record<string, Row>
