import { rateHeaders } from '../spec/headers.ts'

/** The form of a field in a report: its value, its free text, its number, the URL of a page, the fields in it, or nothing of it. */
type Treatment = 'value' | 'text' | 'number' | 'link' | 'object' | 'personal'

/** The fields that a report shows, and the personal ones that it hides. The value of any other field is hidden too. */
const fieldsBy: Readonly<Record<Treatment, readonly string[]>> = {
  object: ['data', 'error', 'pagination'],
  link: ['next_page', 'prev_page'],
  text: ['details', 'message'],
  value: [
    'analysis_type',
    'categories',
    'category',
    'code',
    'completed_at',
    'completed_date',
    'created_at',
    'created_date',
    'end_date',
    'estimated_completion_time',
    'id',
    'log_types',
    'output_format',
    'provider',
    'region',
    'resource_id',
    'resource_type',
    'severity',
    'start_date',
    'status',
    'timestamp',
    'type',
    'updated_at',
    'updated_date',
  ],
  number: [
    'comprehensive',
    'current_page',
    'high_severity',
    'items_per_page',
    'low_severity',
    'medium_severity',
    'passing_checks',
    'score',
    'total_items',
    'total_pages',
  ],
  personal: ['description', 'email', 'name', 'private_ip', 'public_ip', 'tags', 'webhook_url'],
}

/** The form of a field in a report; undefined if the report hides its value. */
export const treatmentOf: ReadonlyMap<string, Treatment> = new Map(
  (['object', 'link', 'text', 'value', 'number', 'personal'] as const).flatMap((treatment) =>
    fieldsBy[treatment].map((field) => [field, treatment] as const),
  ),
)

export const shownParameters: ReadonlySet<string> = new Set([
  'created_after',
  'from_date',
  'limit',
  'no_such_parameter',
  'page',
  'provider',
  'region',
  'resource_id',
  'resource_type',
  'status',
  'to_date',
  'type',
])

export const shownHeaders: ReadonlySet<string> = new Set([
  'allow',
  'content-type',
  'date',
  'deprecation',
  'retry-after',
  'sunset',
  ...Object.values(rateHeaders).map((name) => name.toLowerCase()),
])
