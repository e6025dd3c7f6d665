import type { Row } from '../row.ts'

/** Open points of analysis jobs (§2.4, §3, §4.3). */
export const jobRows = {
  jobIdFormat: {
    section: '2.4, 7',
    question: 'What form has a job id, and what answers a malformed one?',
    options: {
      uuid: 'a UUID; a malformed one is invalid_request',
      opaque: 'job- and 32 hexadecimal digits; a malformed one is resource_not_found',
    },
    default: 'uuid',
    reason: 'As resourceIdFormat.',
  },
  jobStates: {
    section: '3',
    question: 'What are the names of the job states?',
    options: {
      pending_running_completed_failed: 'pending, running, completed, failed',
      queued_processing_succeeded_failed: 'queued, processing, succeeded, failed',
    },
    default: 'pending_running_completed_failed',
    reason: 'pending is the one state that the document names, for assessments.',
  },
  jobRecord: {
    section: '2.4',
    question: 'Which fields has a job record?',
    options: {
      full: 'id, name, description, status, the type, data_source, output_format, the dates of creation and update and, once completed, of completion',
      minimal: 'id, name, status, the type and the date of creation',
    },
    default: 'full',
    reason: 'A get conventionally gives back what was created.',
  },
  jobTypeField: {
    section: '2.4',
    question: "What is the name of a job record's type field?",
    options: { analysis_type: 'analysis_type', type: 'type' },
    default: 'analysis_type',
    reason: 'It is the name in the create body.',
  },
  jobDateField: {
    section: '2.4',
    question: "What are the names of a job record's dates?",
    options: {
      created_at: 'created_at, updated_at, completed_at',
      created_date: 'created_date, updated_date, completed_date',
    },
    default: 'created_at',
    reason: 'Cloud resources call it created_at.',
  },
  jobResults: {
    section: '2.4',
    question: 'Does a completed job carry results?',
    options: { absent: 'no', present: 'yes, a results object' },
    default: 'absent',
    reason: 'The document names no such field.',
  },
  jobStatusFilter: {
    section: '4.3',
    question: 'What answers a status filter outside the names of the states?',
    options: { empty: 'an empty list', reject: 'invalid_request' },
    default: 'empty',
    reason: 'A filter that matches nothing conventionally answers an empty list.',
  },
  jobTypeFilter: {
    section: '4.3',
    question: 'What answers a type filter outside the values that occur?',
    options: { empty: 'an empty list', reject: 'invalid_request' },
    default: 'empty',
    reason: 'As jobStatusFilter.',
  },
  jobListItem: {
    section: '4.3',
    question: 'Is an item of the job list the whole record?',
    options: { same: 'yes', minimal: 'no: id, name, status, the type and the date of creation' },
    default: 'same',
    reason: 'No second shape is documented.',
  },
  createdAfterFormat: {
    section: '4.3',
    question: 'How is created_after written?',
    options: {
      iso_8601: 'an ISO 8601 date or date-time',
      date_time: 'an ISO 8601 date-time',
      unix_seconds: 'a Unix time in seconds',
    },
    default: 'iso_8601',
    reason: 'The other date filters are ISO 8601.',
  },
  createdAfterDate: {
    section: '4.3',
    question: 'Which instant is a created_after that is a date alone?',
    options: { start_of_day: 'its midnight in UTC', end_of_day: 'the midnight after it' },
    default: 'start_of_day',
    reason: 'A date is conventionally read as the date-time of its midnight.',
  },
  createdAfterBound: {
    section: '4.3',
    question: 'Is a job created at that very instant listed?',
    options: { excluded: 'no', included: 'yes' },
    default: 'excluded',
    reason: 'The literal meaning of after.',
  },
} as const satisfies Record<string, Row>
