import { describe, expect, it } from 'vitest'

import { type AssumptionId, register } from '../../../src/core/assumptions/register.ts'

/** Each place where the document says "not shown", by its section, with the rows that answer it. */
const places: readonly (readonly [section: string, what: string, rows: readonly AssumptionId[]])[] = [
  ['2.1', 'when next_page and prev_page are left out', ['pageLinksAtEdge', 'prevBeyondEnd']],
  ['2.2', 'which create-assessment fields are required', ['assessmentRequiredFields']],
  ['2.2', 'the full sets of resource_type, severity and category', ['assessmentValues', 'severityValues']],
  ['2.3', 'allowed values of type, provider, region and status', ['resourceValues', 'resourceStatusValues']],
  ['2.4', 'which create-job fields are required', ['jobRequiredFields']],
  ['2.4', 'the fields of the job record', ['jobRecord', 'jobTypeField', 'jobDateField', 'jobResults']],
  ['2.4', 'values of data_source.type, analysis_type and output_format', ['jobValues']],
  ['3', 'transitions of an assessment', ['assessmentStates', 'failedRead']],
  ['3', 'assessment states besides pending', ['assessmentStates', 'pendingRead', 'pendingListed']],
  ['2.3', 'resource statuses besides running', ['resourceStatusValues']],
  ['3', 'job states', ['jobStates']],
  ['4.1', 'the status of the create call', ['assessmentCreateStatus']],
  ['4.2', 'the text of a tag filter', ['tagFormat', 'tagRepeat', 'tagMalformed']],
  ['4.3', 'the response body of a created job', ['jobCreateStatus']],
  ['2.4', 'the response body of a job', ['jobRecord']],
  ['4.3', 'the items of the job list', ['jobListItem']],
  ['4.3', 'the values of the job filters', ['jobStatusFilter', 'jobTypeFilter']],
  ['4.3', 'the date format of created_after', ['createdAfterFormat', 'createdAfterDate', 'createdAfterBound']],
  ['5', 'permission names, and which operation needs which', ['permissionModel']],
  ['6', 'event kinds, payloads, delivery and signing', ['webhookPayload', 'webhookRetries', 'webhookSigning']],
  ['6', 'what emits which notification', ['notifyOn']],
  ['7', 'the HTTP status of each code', ['errorStatus', 'methodNotAllowed']],
  ['8', 'the hourly quota', ['rateQuota', 'rateWindow', 'rateCounts', 'rateScope']],
  ['8', 'a limit above 100', ['limitAboveMax']],
  ['8', 'the default of page', ['pagingInvalid']],
  ['9', 'deprecation and compatibility', ['deprecation']],
]

describe('each place where the document says "not shown"', () => {
  it.each(places)('§%s: %s', (section, _, rows) => {
    expect(rows.length).toBeGreaterThan(0)
    for (const id of rows) {
      const sections = register[id].section.split(', ')
      expect(
        sections.some((own) => own === section || own.startsWith(`${section}.`)),
        id,
      ).toBe(true)
    }
  })
})
