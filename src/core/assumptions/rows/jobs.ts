import type { RowDeclaration } from '../row.ts'

export const jobRows = {
  jobIdFormat: {
    section: '2.4, 7',
    question: 'Which form does a job id have, and how is a malformed one answered?',
    options: {
      uuid: 'a UUID; a malformed one with invalid_request',
      opaque: 'job- and 32 hexadecimal digits; a malformed one with resource_not_found',
    },
    reason: 'The same as for resourceIdFormat.',
  },
  jobStates: {
    section: '3',
    question: 'Which names do the job states have?',
    options: {
      pending_running_completed_failed: 'pending, running, completed, failed',
      queued_processing_succeeded_failed: 'queued, processing, succeeded, failed',
    },
    reason: 'The document names only the state pending, for assessments.',
  },
  jobRecord: {
    section: '2.4',
    question: 'Which fields does a job record have?',
    options: {
      full: 'id, name, description, status, type, data_source, output_format, the dates of creation and of the last update, and the date of completion once it has completed',
      minimal: 'id, name, status, type and the date of creation',
    },
    reason: 'By convention, a get returns the fields that the client sent.',
  },
  jobTypeField: {
    section: '2.4',
    question: 'Which name does the type field of a job record have?',
    options: { analysis_type: 'analysis_type', type: 'type' },
    reason: 'The field has this name in the body that creates a job.',
  },
  jobDateField: {
    section: '2.4',
    question: 'Which names do the dates of a job record have?',
    options: {
      created_at: 'created_at, updated_at, completed_at',
      created_date: 'created_date, updated_date, completed_date',
    },
    reason: 'Cloud resources have a field created_at.',
  },
  jobResults: {
    section: '2.4',
    question: 'Does a completed job have results?',
    options: { absent: 'no', present: 'yes, in the object results' },
    reason: 'The document does not name such a field.',
  },
  jobStatusFilter: {
    section: '4.3',
    question: 'How is a status filter answered if no state has its value?',
    options: { empty: 'with an empty list', reject: 'with invalid_request' },
    reason: 'By convention, a filter that matches nothing gives an empty list.',
  },
  jobTypeFilter: {
    section: '4.3',
    question: 'How is a type filter answered if no job has its value?',
    options: { empty: 'with an empty list', reject: 'with invalid_request' },
    reason: 'The same as for jobStatusFilter.',
  },
  jobListItem: {
    section: '4.3',
    question: 'Does an item of the job list have all fields of the record?',
    options: { same: 'yes', minimal: 'no, only id, name, status, type and the date of creation' },
    reason: 'The document has no other shape for jobs.',
  },
  createdAfterFormat: {
    section: '4.3',
    question: 'Which form does created_after have?',
    options: {
      iso_8601: 'an ISO 8601 date or date-time',
      date_time: 'an ISO 8601 date-time',
      unix_seconds: 'a Unix time in seconds',
    },
    reason: 'The other date filters have the form of ISO 8601.',
  },
  createdAfterDate: {
    section: '4.3',
    question: 'Which instant does created_after mean if it is a date without a time?',
    options: { start_of_day: 'the start of that day in UTC', end_of_day: 'the end of that day in UTC' },
    reason: 'By convention, a date stands for the start of its day.',
  },
  createdAfterBound: {
    section: '4.3',
    question: 'Is a job listed that was created at exactly the time of created_after?',
    options: { excluded: 'no', included: 'yes' },
    reason: 'This is the literal meaning of after.',
  },
} as const satisfies Record<string, RowDeclaration>
