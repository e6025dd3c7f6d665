import type { JsonObject } from '../lib/merge-patch.ts'
import { itemsOf, type Seen, textsOf } from './recorded-exchange.ts'
import { fullPage, lists } from './requests.ts'
import type { ProbeRequest } from './sent-request.ts'
import type { Session } from './session.ts'

/** A resource that can be assessed. */
export interface Subject {
  readonly id: string
  readonly type: string
  /** Another type that resources have. */
  readonly otherType: string | undefined
}

/** The first resource of the inventory. */
export async function subjectOf(session: Session): Promise<Subject | undefined> {
  const items = itemsOf(await fullPage(session, lists.resources))
  const { id, type } = items[0] ?? {}
  if (typeof id !== 'string' || typeof type !== 'string') return undefined
  return { id, type, otherType: textsOf(items, 'type').find((other) => other !== type) }
}

/** A body with every field: valid under every option of the register. */
export function assessmentBody({ id, type }: Pick<Subject, 'id' | 'type'>, categories = ['authentication', 'network']) {
  return { resource_id: id, resource_type: type, scan_options: { comprehensive: true, categories } }
}

/** A body with every field that some option requires: valid under every option of the register. */
export const jobBody = {
  name: 'Probe of an open point',
  data_source: {
    type: 'security_logs',
    parameters: {
      start_date: '2026-01-01T00:00:00Z',
      end_date: '2026-01-02T00:00:00Z',
      log_types: ['firewall'],
    },
  },
  analysis_type: 'security_event_correlation',
  output_format: 'json',
} as const satisfies JsonObject

/** The form of a body that is not sent as plain JSON. */
export type BodyForm = Pick<ProbeRequest, 'contentType' | 'contentEncoding'>

/** Creates a job, unless the session did so before with the same body. */
export function seeJobCreated(session: Session, body: JsonObject = jobBody, form: BodyForm = {}): Promise<Seen> {
  return session.see({ operation: 'createJob', body: JSON.stringify(body), ...form })
}

/** Creates an assessment, unless the session did so before with the same body. */
export function seeAssessmentCreated(session: Session, body: JsonObject): Promise<Seen> {
  return session.see({ operation: 'createAssessment', body: JSON.stringify(body) })
}
