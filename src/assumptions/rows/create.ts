import type { Row } from '../row.ts'

/** Open points of the two create calls (§2.2, §2.4, §4.1, §4.3). */
export const createRows = {
  assessmentCreateStatus: {
    section: '4.1',
    question: 'Which HTTP status answers a created assessment?',
    options: { '201': '201 Created', '202': '202 Accepted', '200': '200 OK' },
    default: '201',
    reason: 'A POST that makes a record conventionally answers 201.',
  },
  jobCreateStatus: {
    section: '4.3',
    question: 'Which HTTP status answers a created job?',
    options: { '201': '201 Created', '202': '202 Accepted', '200': '200 OK' },
    default: '201',
    reason: 'A POST that makes a record conventionally answers 201.',
  },
  assessmentRequiredFields: {
    section: '2.2',
    question: 'Which fields must a create-assessment body have?',
    options: {
      resource: 'resource_id and resource_type',
      all: 'resource_id, resource_type, scan_options and both of its fields',
      resource_id:
        'resource_id alone; the type is taken from the inventory, and required where that has no such resource',
    },
    default: 'resource',
    reason: 'Both name what is assessed; options of a scan conventionally have defaults.',
  },
  jobRequiredFields: {
    section: '2.4',
    question: 'Which fields must a create-job body have?',
    options: {
      all: 'every field but description and notification',
      core: 'name, data_source.type and analysis_type',
    },
    default: 'all',
    reason: 'The document calls only description and notification optional; the stricter reading.',
  },
  nullBodyFields: {
    section: '2.2, 2.4',
    question: 'What becomes of a body field that is null, where a value of its type is optional?',
    options: { reject: 'invalid_request', absent: 'it counts as not given' },
    default: 'reject',
    reason: 'The document gives the fields types, and null is none of them; the stricter reading.',
  },
  unknownBodyFields: {
    section: '2.2, 2.4',
    question: 'What becomes of a body field that the document does not name?',
    options: { reject: 'invalid_request', ignore: 'it is dropped' },
    default: 'reject',
    reason: 'The stricter reading: a misspelt optional field is found at once.',
  },
  assessedResource: {
    section: '2.2',
    question: 'May an assessment name a resource that is not in the inventory?',
    options: {
      must_exist: 'resource_not_found',
      any: 'it is assessed all the same, where its id has the form of one',
    },
    default: 'must_exist',
    reason: 'What is assessed is an inventory record; the stricter reading.',
  },
  assessedResourceType: {
    section: '2.2',
    question: "What becomes of a resource_type that differs from the inventory's?",
    options: { reject: 'invalid_request', ignore: 'the assessment carries the type that was sent' },
    default: 'reject',
    reason: 'The stricter reading.',
  },
  assessmentValues: {
    section: '2.2',
    question: 'May resource_type and categories have values beyond those seen in the document and the dataset?',
    options: { accept: 'any text; a category that is not known has no checks', reject: 'invalid_request' },
    default: 'accept',
    reason: 'The document gives examples, not a closed list.',
  },
  jobValues: {
    section: '2.4',
    question: 'May data_source.type, log_types, analysis_type and output_format have values beyond those seen?',
    options: { accept: 'any text', reject: 'invalid_request' },
    default: 'accept',
    reason: 'The document gives examples, not a closed list.',
  },
  dateRange: {
    section: '2.4',
    question: 'What becomes of a start_date that is after the end_date?',
    options: { reject: 'invalid_request', accept: 'the job is made' },
    default: 'reject',
    reason: 'An empty range cannot be analysed; the stricter reading.',
  },
  bodyDateOffset: {
    section: '2.4',
    question: 'May start_date and end_date carry an offset other than Z?',
    options: { accept: 'an offset such as +02:00 names an instant too', reject: 'invalid_request' },
    default: 'accept',
    reason: 'Validators of ISO 8601 date-times conventionally take any offset.',
  },
  wrongContentType: {
    section: '4.3',
    question: 'What becomes of a body whose Content-Type is not application/json?',
    options: { reject: 'invalid_request', accept: 'it is read as JSON all the same' },
    default: 'reject',
    reason: 'The document says that requests with a body use the header.',
  },
  requestEncoding: {
    section: '4.3',
    question: 'What becomes of a body with a Content-Encoding?',
    options: {
      reject: 'invalid_request',
      decode: 'gzip, deflate and br are decoded, to at most 1 MiB; any other is invalid_request',
    },
    default: 'reject',
    reason: 'Few services decode what a client sends, and the document speaks of JSON alone; the stricter reading.',
  },
} as const satisfies Record<string, Row>
