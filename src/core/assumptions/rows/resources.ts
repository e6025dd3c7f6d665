import type { RowDeclaration } from '../row.ts'

export const resourceRows = {
  resourceIdFormat: {
    section: '2.3, 7',
    question: 'Which form does a resource id have, and how is a malformed one answered?',
    options: {
      uuid: 'a UUID; a malformed one with invalid_request',
      opaque:
        'res- and 32 hexadecimal digits; a malformed one with resource_not_found, and as a filter with an empty list',
      any: 'a UUID, or 1 to 200 letters, digits and -_.:/ as the fixtures and the control plane have it; any other one with resource_not_found, and as a filter with an empty list; a sandbox keeps this choice',
    },
    locked: ['any'],
    reason: 'The example of invalid_request in the document is an identifier that is not a UUID.',
  },
  resourceValues: {
    section: '2.3, 4.2',
    question: 'How is a type, provider or region filter answered if no resource has its value?',
    options: { empty: 'with an empty list', reject: 'with invalid_request' },
    reason: 'By convention, a filter that matches nothing gives an empty list.',
  },
  resourceStatusValues: {
    section: '2.3',
    question: 'Which status values do resources have?',
    options: {
      several: 'the values in the dataset (running, stopped, terminated, provisioning)',
      running: 'only running',
    },
    reason: 'A client that handles several values handles one.',
  },
  tagFormat: {
    section: '4.2',
    question: 'Which form does a tag filter have?',
    options: { colon: 'key:value', equals: 'key=value', key: 'only the key' },
    reason: 'It needs no escaping in a query.',
  },
  tagMalformed: {
    section: '4.2',
    question: 'How is a tag filter answered that does not have this form?',
    options: { reject: 'with invalid_request', empty: 'with an empty list' },
    reason: 'The stricter reading shows a filter that cannot match anything.',
  },
  tagRepeat: {
    section: '4.2',
    question: 'Which resources do several tag filters select?',
    options: { all: 'those with every tag', any: 'those with at least one of the tags' },
    reason: 'By convention, each filter narrows the list.',
  },
} as const satisfies Record<string, RowDeclaration>
