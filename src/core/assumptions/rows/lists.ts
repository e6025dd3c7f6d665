import type { RowDeclaration } from '../row.ts'

export const listRows = {
  limitAboveMax: {
    section: '8',
    question: 'How is a limit above 100 handled?',
    options: { reject: 'it is refused with invalid_request', clamp: 'it counts as 100' },
    reason: 'This is the stricter reading.',
  },
  pagingInvalid: {
    section: '8',
    question: 'How is a page or limit handled that is zero, negative, not an integer, or above 9007199254740991?',
    options: { reject: 'it is refused with invalid_request', default: 'it counts as absent' },
    reason: 'This is the stricter reading. JSON readers may not keep larger integers exactly (RFC 8259, section 6).',
  },
  pageBeyondEnd: {
    section: '8',
    question: 'How is a page after the last answered?',
    options: {
      empty: 'with an empty list',
      resource_not_found: 'with resource_not_found',
      invalid_request: 'with invalid_request',
    },
    reason: 'The list may have become shorter while the client read it.',
  },
  prevBeyondEnd: {
    section: '2.1',
    question: 'Which page does prev_page of a page after the last lead to?',
    options: { last_page: 'the last page', page_before: 'the page before, which is empty too unless it is the last' },
    reason: 'By convention, a link leads to a page with items.',
  },
  pageLinksAtEdge: {
    section: '2.1',
    question: 'How are next_page on the last page and prev_page on the first page shown?',
    options: { absent: 'they are left out', null: 'as null', empty_string: 'as an empty string' },
    reason: 'The examples with a single page leave out both.',
  },
  pageLinkBase: {
    section: '2.1',
    question: 'What are the URLs of pages relative to?',
    options: {
      with_version: 'the host: /v1/cloud/resources?…',
      from_base_url: 'the base address, to which httpx and axios add a path: /cloud/resources?…',
      query_only: 'the request: ?…',
    },
    reason: 'By the rules for URLs, it resolves against the address of the request.',
  },
  pageLinkFilters: {
    section: '2.1',
    question: 'Do the links to pages keep the filters of the request?',
    options: { kept: 'yes', dropped: 'no, only page and limit' },
    reason: 'A link that leads to another list is of no use.',
  },
  emptyListPages: {
    section: '2.1',
    question: 'Which total_pages does an empty list have?',
    options: { '0': '0', '1': '1' },
    reason: 'It is the number of items divided by the page size, rounded up.',
  },
  listOrder: {
    section: '4',
    question: 'In which order are the items of a list?',
    options: {
      newest_first: 'the newest first, by the timestamp of an assessment and the creation of any other record',
      oldest_first: 'the oldest first',
      by_id: 'by id',
    },
    reason: 'It is the convention for lists that grow.',
  },
  dateBounds: {
    section: '4.1',
    question: 'Is an item listed at exactly the time of to_date?',
    options: { included: 'yes', excluded: 'no' },
    reason: 'By convention, a range from one time to another includes both.',
  },
  filterRange: {
    section: '4.1',
    question: 'How is a list answered if its from_date is after its to_date?',
    options: { empty: 'with an empty list', reject: 'with invalid_request' },
    reason: 'No item lies between the two.',
  },
  dateOnly: {
    section: '4.1',
    question: 'Can from_date and to_date be a date without a time?',
    options: { accept: 'yes, for the whole day in UTC', reject: 'no: invalid_request' },
    reason: 'A date has the form of ISO 8601 too, and the parameters are named dates.',
  },
  dateWithoutOffset: {
    section: '4',
    question: 'How is a date-time without an offset handled in a query?',
    options: { reject: 'it is refused with invalid_request', utc: 'it counts as UTC' },
    reason: 'It does not name an instant. This is the stricter reading.',
  },
  dateForms: {
    section: '2.4, 4',
    question: 'Can a date in a query or a body have another form than the extended form of ISO 8601?',
    options: {
      extended: 'no, only that form (2026-01-31T12:00:00Z); any other is refused with invalid_request',
      lenient:
        'yes: the basic form (20260131T120000Z), an offset such as +0000, 24:00 at the end of a day, and lower-case t and z; a job then shows its dates in the extended form',
    },
    reason: 'JSON Schema and most readers of ISO 8601 accept this form. This is the stricter reading.',
  },
  emptyFilter: {
    section: '4',
    question: 'How is a filter with an empty value handled, such as type=?',
    options: {
      value: 'like any other value: as a text that no record has, or as an invalid id, date or tag',
      ignore: 'it counts as absent',
      reject: 'it is refused with invalid_request',
    },
    reason: 'This is the literal reading: the filter is there, and its value is empty.',
  },
  unknownQuery: {
    section: '4',
    question: 'How is a query parameter handled that the document does not name?',
    options: { reject: 'it is refused with invalid_request', ignore: 'it is ignored' },
    reason: 'The stricter reading shows a misspelt filter at once.',
  },
  duplicateQuery: {
    section: '4',
    question: 'How is a query parameter handled that is there twice, but can have only one value?',
    options: {
      reject: 'it is refused with invalid_request',
      first: 'the first value counts',
      last: 'the last value counts',
    },
    reason: 'There is no common convention. This is the stricter reading.',
  },
} as const satisfies Record<string, RowDeclaration>
