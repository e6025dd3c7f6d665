import type { RowDeclaration } from '../row.ts'

export const createRows = {
  assessmentCreateStatus: {
    section: '4.1',
    question: 'Which HTTP status does the creation of an assessment have?',
    options: { '201': '201 Created', '202': '202 Accepted', '200': '200 OK' },
    default: '201',
    reason: 'By convention, a POST that creates a record is answered with 201.',
  },
  jobCreateStatus: {
    section: '4.3',
    question: 'Which HTTP status does the creation of a job have?',
    options: { '201': '201 Created', '202': '202 Accepted', '200': '200 OK' },
    default: '201',
    reason: 'By convention, a POST that creates a record is answered with 201.',
  },
  assessmentRequiredFields: {
    section: '2.2',
    question: 'Which fields does the body that creates an assessment need?',
    options: {
      resource: 'resource_id and resource_type',
      all: 'resource_id, resource_type, scan_options and both of its fields',
      resource_id: 'only resource_id; the type comes from the inventory, and is required if the resource is not in it',
    },
    reason: 'Both name the resource. By convention, the options of a scan have defaults.',
  },
  jobRequiredFields: {
    section: '2.4',
    question: 'Which fields does the body that creates a job need?',
    options: {
      all: 'every field except description and notification',
      core: 'name, data_source.type and analysis_type',
    },
    reason: 'The document calls only description and notification optional. This is the stricter reading.',
  },
  nullBodyFields: {
    section: '2.2, 2.4',
    question: 'How is a body handled if an optional field is null?',
    options: { reject: 'it is refused with invalid_request', absent: 'the field counts as absent' },
    reason: 'The document gives each field a type, and null is not of that type. This is the stricter reading.',
  },
  unknownBodyFields: {
    section: '2.2, 2.4',
    question: 'How is a body handled if it has a field that the document does not name?',
    options: { reject: 'it is refused with invalid_request', ignore: 'the field is ignored' },
    reason: 'The stricter reading shows a misspelt optional field at once.',
  },
  assessedResource: {
    section: '2.2',
    question: 'Can a resource be assessed that is not in the inventory?',
    options: { must_exist: 'no: resource_not_found', any: 'yes, if its id has the right form' },
    reason: 'Assessments are of inventory records. This is the stricter reading.',
  },
  assessedResourceType: {
    section: '2.2',
    question: 'How is a body handled if its resource_type differs from that in the inventory?',
    options: { reject: 'it is refused with invalid_request', ignore: 'the assessment has the type that was sent' },
    reason: 'This is the stricter reading.',
  },
  assessmentValues: {
    section: '2.2',
    question: 'Can resource_type and categories have values that are neither in the document nor in the dataset?',
    options: { accept: 'yes, any text; an unknown category has no checks', reject: 'no: invalid_request' },
    reason: 'The document gives examples, and no complete list.',
  },
  jobValues: {
    section: '2.4',
    question:
      'Can data_source.type, log_types, analysis_type and output_format have values that are neither in the document nor in the dataset?',
    options: { accept: 'yes, any text', reject: 'no: invalid_request' },
    reason: 'The document gives examples, and no complete list.',
  },
  dateRange: {
    section: '2.4',
    question: 'How is a body handled if its start_date is after its end_date?',
    options: { reject: 'it is refused with invalid_request', accept: 'the job is created' },
    reason: 'There is nothing to analyse in an empty range. This is the stricter reading.',
  },
  bodyDateOffset: {
    section: '2.4',
    question: 'Can start_date and end_date have an offset other than Z?',
    options: { accept: 'yes, any offset such as +02:00', reject: 'no: invalid_request' },
    reason: 'By convention, validators of ISO 8601 accept any offset.',
  },
  wrongContentType: {
    section: '4.3',
    question: 'How is a body handled if its Content-Type is not application/json?',
    options: { reject: 'it is refused with invalid_request', accept: 'it is read as JSON' },
    reason: 'The document asks for this header in every request with a body.',
  },
  requestEncoding: {
    section: '4.3',
    question: 'How is a body handled if it has a Content-Encoding?',
    options: {
      reject: 'it is refused with invalid_request',
      decode: 'gzip, deflate and br are decoded to at most 1 MiB; any other encoding is refused with invalid_request',
    },
    reason: 'Few services decode requests, and the document mentions only JSON. This is the stricter reading.',
  },
} as const satisfies Record<string, RowDeclaration>
