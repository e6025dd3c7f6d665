import { textAt } from './json.ts'
import type { Recorder } from './recorder.ts'
import { itemsOf } from './recorder.ts'

/** The ids of existing records, for requests. */
export interface Records {
  readonly resources: { readonly id: string; readonly type: string }[]
  readonly assessments: string[]
  readonly jobs: string[]
}

/** The records of a sandbox, by its control plane. */
export async function readRecords(recorder: Recorder, prefix: string): Promise<Records> {
  const list = async (kind: string) => itemsOf(await recorder.send('GET', `${prefix}/_control/${kind}?limit=100`))
  const resources = await list('resources')
  return {
    resources: resources.map((item) => ({ id: textAt(item, 'id'), type: textAt(item, 'type') })),
    assessments: (await list('assessments')).map((item) => textAt(item, 'id')),
    jobs: (await list('jobs')).map((item) => textAt(item, 'id')),
  }
}

/** A copy that a sandbox adds its own records to. */
export const copyOf = ({ resources, assessments, jobs }: Records): Records => ({
  resources: [...resources],
  assessments: [...assessments],
  jobs: [...jobs],
})

/** The instant that the clock of every fake stands at. */
export const noon = '2026-07-01T12:00:00Z'

/** The API key that may do everything. */
const fullKey = 'csf_full_access'

/** The headers that carry an API key. */
export const withKey = (key = fullKey): Readonly<Record<string, string>> => ({ Authorization: `Bearer ${key}` })

/** API keys of the fixtures, and texts that are none. */
export const otherKeys = [
  'csf_read_only',
  'csf_security',
  'csf_cloud',
  'csf_analysis',
  'csf_none',
  'csf_one_permission',
  'csf_small_quota',
  'csf_revoked',
  'csf_nobody',
  'full-access',
]

/** Values of the header Authorization other than the usual one. */
export const oddAuthorization = [
  '',
  'Bearer',
  'bearer csf_full_access',
  'BEARER csf_full_access',
  'Bearer  csf_full_access',
  'Basic Y3NmX2Z1bGxfYWNjZXNzOg==',
  'csf_full_access',
  'Bearer csf_full_access extra',
  'Token csf_full_access',
]

/** Endings of ids that are answered with an error. */
export const magicIds = ['401', '403', '404', '429', '500', '503', '400', '418'].map(
  (status) => `aaaaaaaa-bbbb-4ccc-8ddd-000000000${status}`,
)

/** Ids that no record has, or that are none. */
export const oddIds = [
  '11111111-2222-4333-8444-555555555555',
  '00000000-0000-0000-0000-000000000000',
  '11111111-2222-1333-8444-555555555555',
  '11111111222243338444555555555555',
  '{11111111-2222-4333-8444-555555555555}',
  'abc',
  '42',
  '-1',
  '%20',
  '%zz',
  '..%2f',
  'a%2Fb',
  '%C3%A9',
  'x'.repeat(300),
  'null',
  'undefined',
  '__proto__',
]

/** Dates that a client may send, most of them good ones. */
export const dates = [
  '2026-05-01T00:00:00Z',
  '2026-06-01T12:30:00Z',
  '2026-03-01T00:00:00.500Z',
  '2026-01-01',
  '2025-06-30',
  '2026-06-30T23:59:59Z',
  '2027-01-01T00:00:00Z',
]

/** Dates that are not what the document asks for, or are so under some assumptions. */
export const oddDates = [
  '2026-05-01T02:00:00+02:00',
  '2026-05-01T02:00:00%2B02:00',
  '2026-05-01T00:00:00',
  '2026-05-01T00:00',
  '20260501',
  '20260501T000000Z',
  '2026-05-01t00:00:00z',
  '2026-05-01%2000:00:00Z',
  '2026-02-30',
  '2026-13-01T00:00:00Z',
  '2026-05-01T24:00:00Z',
  '2026-05-01T25:00:00Z',
  '1777593600',
  '1777593600000',
  'yesterday',
  '',
  '2026-W20-1',
  '0000-01-01',
  '%2B002026-05-01T00:00:00Z',
]

export const types = ['virtual_machine', 'database', 'kubernetes_cluster', 'cache', 'load_balancer']
export const providers = ['aws', 'azure', 'gcp']
export const regions = ['asia-east1', 'westeurope', 'eastus', 'us-east-1', 'eu-central-1']
export const tags = [
  'environment:production',
  'environment:staging',
  'team:payments',
  'criticality:high',
  'cost-center:cc-3003',
]
export const oddTags = [
  'environment',
  'environment=production',
  'environment%3Aproduction',
  'team:',
  ':payments',
  ':',
  '',
  'a:b:c',
  'Environment:Production',
  'team:nobody',
]
export const jobStates = ['pending', 'running', 'completed', 'failed']
export const oddStates = ['queued', 'in_progress', 'succeeded', 'COMPLETED', 'done', '', 'cancelled']
export const analysisTypes = ['security_event_correlation', 'access_review', 'anomaly_detection']
export const pages = ['1', '2', '3', '4']
export const oddPages = ['0', '-1', '999', 'abc', '1.5', '', '%2B1', '01', '1e1', '9007199254740993', '%20']
export const limits = ['1', '2', '3', '5', '20', '100']
export const oddLimits = ['0', '-5', '101', '1000', 'abc', '2.5', '', '1e2', '99999999999999999999']
