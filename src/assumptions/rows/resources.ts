import type { Row } from '../row.ts'

/** Open points of the cloud inventory (§2.3, §4.2). */
export const resourceRows = {
  resourceIdFormat: {
    section: '2.3, 7',
    question: 'What form has a resource id, and what answers a malformed one?',
    options: {
      uuid: 'a UUID; a malformed one is invalid_request',
      opaque: 'res- and 32 hexadecimal digits; a malformed one is resource_not_found, and as a filter matches nothing',
    },
    default: 'uuid',
    reason: 'The document gives an identifier that is not a UUID as its example of invalid_request.',
  },
  resourceValues: {
    section: '2.3, 4.2',
    question: 'What answers a type, provider or region filter outside the values that occur?',
    options: { empty: 'an empty list', reject: 'invalid_request' },
    default: 'empty',
    reason: 'A filter that matches nothing conventionally answers an empty list.',
  },
  resourceStatusValues: {
    section: '2.3',
    question: 'Which status values occur?',
    options: { several: 'those of the dataset (running, stopped, terminated, provisioning)', running: 'running alone' },
    default: 'several',
    reason: 'A client that handles several handles one.',
  },
  tagFormat: {
    section: '4.2',
    question: 'How is a tag filter written?',
    options: { colon: 'key:value', equals: 'key=value', key: 'the key alone' },
    default: 'colon',
    reason: 'It needs no escaping inside a query.',
  },
  tagMalformed: {
    section: '4.2',
    question: 'What answers a tag filter that is not of that form?',
    options: { reject: 'invalid_request', empty: 'an empty list' },
    default: 'reject',
    reason: 'The stricter reading: a filter that cannot match anything is a mistake.',
  },
  tagRepeat: {
    section: '4.2',
    question: 'What do several tag filters ask for?',
    options: { all: 'resources that have every one', any: 'resources that have at least one' },
    default: 'all',
    reason: 'Filters conventionally narrow.',
  },
} as const satisfies Record<string, Row>
