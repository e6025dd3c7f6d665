import type { RowDeclaration } from '../row.ts'

export const assessmentRows = {
  assessmentStates: {
    section: '3',
    question: 'Which states does an assessment go through?',
    options: {
      pending_completed: 'pending, then completed or failed',
      pending_in_progress_completed: 'pending, in_progress, then completed or failed',
    },
    reason: 'The document names only pending. This option adds the fewest names.',
  },
  pendingRead: {
    section: '3',
    question: 'How is a get answered before the assessment completes?',
    options: {
      creation_result: 'with the documented creation result and the current status',
      not_found: 'with resource_not_found',
      blank_record:
        'with a record that looks finished, with score 0 and no findings; its summary is zero, and its timestamp the time of creation',
    },
    reason: 'Only this documented shape can show the status pending.',
  },
  pendingListed: {
    section: '3',
    question: 'Does the list contain an assessment that has not completed, or that failed?',
    options: {
      hidden: 'no',
      score_null: 'yes, with score null and the time of creation as timestamp',
      score_zero: 'yes, with score 0 and the time of creation as timestamp',
    },
    reason: 'The score of a list item is an integer, and only a completed assessment has a score.',
  },
  failedRead: {
    section: '3',
    question: 'How is a get answered after the assessment failed?',
    options: {
      creation_result: 'with the documented creation result and status failed',
      not_found: 'with resource_not_found',
    },
    reason: 'A client that polls must see that it can stop.',
  },
  recordStatusField: {
    section: '2.2',
    question: 'Does a completed record have a status field?',
    options: { absent: 'no', present: 'yes, with the value completed' },
    reason: 'The documented table of the full record has no such field.',
  },
  assessmentTimestamp: {
    section: '2.2',
    question: 'Which time does the timestamp of a record show?',
    options: { completed: 'the time of completion', created: 'the time of creation' },
    reason: 'The score and the findings beside it are of that time.',
  },
  severityValues: {
    section: '2.2',
    question: 'Which severities occur?',
    options: {
      three: 'high, medium and low',
      with_critical:
        'critical too: the first high finding of a record is critical, and no field of the summary counts it',
    },
    reason: 'The summary counts these three severities.',
  },
  assessmentTypeFilter: {
    section: '4.1',
    question: 'How is a resource_type filter answered if no record has its value?',
    options: { empty: 'with an empty list', reject: 'with invalid_request' },
    reason: 'By convention, a filter that matches nothing gives an empty list.',
  },
} as const satisfies Record<string, RowDeclaration>
