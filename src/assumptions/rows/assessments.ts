import type { Row } from '../row.ts'

/** Open points of assessments over time (§2.2, §3). */
export const assessmentRows = {
  assessmentStates: {
    section: '3',
    question: 'Which states does an assessment go through?',
    options: {
      pending_completed: 'pending, then completed or failed',
      pending_in_progress_completed: 'pending, in_progress, then completed or failed',
    },
    default: 'pending_completed',
    reason: 'Only pending is documented; the fewest further names.',
  },
  pendingRead: {
    section: '3',
    question: 'What answers a get of an assessment that has not completed?',
    options: {
      creation_result: 'the documented creation shape, with the current status',
      not_found: 'resource_not_found',
      blank_record: 'the full record with score 0, no findings, a zero summary and its creation as timestamp',
    },
    default: 'creation_result',
    reason: 'It is the only documented shape that can say pending.',
  },
  pendingListed: {
    section: '3',
    question: 'Does an assessment that has not completed (or failed) stand in the list?',
    options: {
      hidden: 'no',
      score_null: 'yes, with score null and its creation as timestamp',
      score_zero: 'yes, with score 0 and its creation as timestamp',
    },
    default: 'hidden',
    reason: 'A list item has an integer score, which only a completed assessment has.',
  },
  failedRead: {
    section: '3',
    question: 'What answers a get of an assessment that failed?',
    options: {
      creation_result: 'the documented creation shape, with status failed',
      not_found: 'resource_not_found',
    },
    default: 'creation_result',
    reason: 'A client that polls must be able to see that waiting is over.',
  },
  recordStatusField: {
    section: '2.2',
    question: 'Does a completed record carry a status field?',
    options: { absent: 'no', present: 'yes, status is completed' },
    default: 'absent',
    reason: 'The table of the full record has none.',
  },
  assessmentTimestamp: {
    section: '2.2',
    question: 'Which instant is the timestamp of a record?',
    options: { completed: 'its completion', created: 'its creation' },
    default: 'completed',
    reason: 'It stands beside the score and the findings, which are of that instant.',
  },
  severityValues: {
    section: '2.2',
    question: 'Which severities occur?',
    options: {
      three: 'high, medium and low',
      with_critical: 'also critical: the first high finding of a record is critical and counted in no summary field',
    },
    default: 'three',
    reason: 'The summary counts these three.',
  },
  assessmentTypeFilter: {
    section: '4.1',
    question: 'What answers a resource_type filter outside the values that occur?',
    options: { empty: 'an empty list', reject: 'invalid_request' },
    default: 'empty',
    reason: 'A filter that matches nothing conventionally answers an empty list.',
  },
} as const satisfies Record<string, Row>
