import type { Row } from '../row.ts'

/** Open points of the three lists (§2.1, §4, §8). */
export const listRows = {
  limitAboveMax: {
    section: '8',
    question: 'What becomes of a limit above 100?',
    options: { reject: 'invalid_request', clamp: 'it counts as 100' },
    default: 'reject',
    reason: 'The stricter reading.',
  },
  pagingInvalid: {
    section: '8',
    question: 'What becomes of a page or limit that is zero, negative, no integer, or above 9007199254740991?',
    options: { reject: 'invalid_request', default: 'it counts as not given' },
    default: 'reject',
    reason: 'The stricter reading. No number in JSON is sure to hold a larger integer (RFC 8259, section 6).',
  },
  pageBeyondEnd: {
    section: '8',
    question: 'What answers a page after the last?',
    options: { empty: 'an empty list', resource_not_found: 'resource_not_found', invalid_request: 'invalid_request' },
    default: 'empty',
    reason: 'A list that shrank while it was read is no mistake of the client.',
  },
  prevBeyondEnd: {
    section: '2.1',
    question: 'Where does prev_page lead from a page after the last?',
    options: {
      last_page: 'to the last page',
      page_before: 'to the page before, which is empty too unless it is the last',
    },
    default: 'last_page',
    reason: 'A link conventionally leads to a page that has items.',
  },
  pageLinksAtEdge: {
    section: '2.1',
    question: 'What are next_page on the last page and prev_page on the first?',
    options: { absent: 'left out', null: 'null', empty_string: 'an empty string' },
    default: 'absent',
    reason: 'Both are absent from the examples of a single page.',
  },
  pageLinkBase: {
    section: '2.1',
    question: 'What are the relative URLs of pages relative to?',
    options: {
      with_version: 'the host: /v1/cloud/resources?…',
      from_base_url: 'the base address: /cloud/resources?…',
      query_only: 'the request: ?…',
    },
    default: 'with_version',
    reason: 'It resolves by the rules of URLs against the address that was asked.',
  },
  pageLinkFilters: {
    section: '2.1',
    question: 'Do the links to pages keep the filters of the request?',
    options: { kept: 'yes', dropped: 'no: page and limit alone' },
    default: 'kept',
    reason: 'A link that changes what is listed is of no use.',
  },
  emptyListPages: {
    section: '2.1',
    question: 'What is total_pages of an empty list?',
    options: { '0': '0', '1': '1' },
    default: '0',
    reason: 'Items divided by the page size, rounded up.',
  },
  listOrder: {
    section: '4',
    question: 'In which order is a list?',
    options: {
      newest_first: 'the newest first (timestamp of an assessment, creation of the others)',
      oldest_first: 'the oldest first',
      by_id: 'by id',
    },
    default: 'newest_first',
    reason: 'The convention of lists that grow.',
  },
  dateBounds: {
    section: '4.1',
    question: 'Is an item exactly at to_date listed?',
    options: { included: 'yes', excluded: 'no' },
    default: 'included',
    reason: 'From and to are conventionally both meant.',
  },
  filterRange: {
    section: '4.1',
    question: 'What answers a from_date that is after the to_date?',
    options: { empty: 'an empty list', reject: 'invalid_request' },
    default: 'empty',
    reason: 'Nothing lies between them.',
  },
  dateOnly: {
    section: '4.1',
    question: 'May from_date and to_date be a date alone?',
    options: { accept: 'yes, the whole day in UTC', reject: 'invalid_request' },
    default: 'accept',
    reason: 'A date is ISO 8601 too, and the fields are named dates.',
  },
  dateWithoutOffset: {
    section: '4',
    question: 'What becomes of a date-time without an offset in a query?',
    options: { reject: 'invalid_request', utc: 'it is UTC' },
    default: 'reject',
    reason: 'It names no instant; the stricter reading.',
  },
  dateForms: {
    section: '2.4, 4',
    question: 'May a date in a query or a body have another form than the extended one of ISO 8601?',
    options: {
      extended: 'no, that form alone (2026-01-31T12:00:00Z); any other is invalid_request',
      lenient:
        'yes: the basic form (20260131T120000Z), 24:00 at the end of a day, and lower-case t and z too; a job then shows its dates in the extended form',
    },
    default: 'extended',
    reason: 'The form that JSON Schema and most readers of ISO 8601 take; the stricter reading.',
  },
  emptyFilter: {
    section: '4',
    question: 'What becomes of a filter without a value, such as type=?',
    options: {
      value: 'it is a value like any other: a text that no record has, or an id, a date or a tag that is none',
      ignore: 'it counts as not given',
      reject: 'invalid_request',
    },
    default: 'value',
    reason: 'The literal reading: it was given, and it is empty.',
  },
  unknownQuery: {
    section: '4',
    question: 'What becomes of a query parameter that the document does not name?',
    options: { reject: 'invalid_request', ignore: 'nothing' },
    default: 'reject',
    reason: 'The stricter reading: a misspelt filter is found at once.',
  },
  duplicateQuery: {
    section: '4',
    question: 'What becomes of a single-valued query parameter that is given twice?',
    options: { reject: 'invalid_request', first: 'the first counts', last: 'the last counts' },
    default: 'reject',
    reason: 'Convention is split; the stricter reading.',
  },
} as const satisfies Record<string, Row>
