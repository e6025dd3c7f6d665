/** Words that people type for a part of the control plane, by its path. Other words lead to the nearest path. */
const words: Readonly<Record<string, readonly string[]>> = {
  requests: ['journal', 'log', 'logs', 'history', 'calls'],
  outbox: ['mail', 'mails', 'email', 'emails', 'webhook', 'webhooks', 'notifications', 'deliveries'],
  scenarios: ['failures', 'faults', 'errors', 'rules', 'mocks', 'stubs'],
  clock: ['time', 'now', 'freeze', 'unfreeze', 'advance'],
  keys: ['tokens', 'credentials', 'apikeys', 'api-keys'],
  quota: ['limits', 'ratelimit', 'rate-limit', 'rate-limits'],
  assumptions: ['profile', 'choices', 'options'],
  snapshot: ['backup', 'dump', 'export', 'import', 'restore'],
  metrics: ['prometheus', 'stats'],
  tls: ['cert', 'certificate', 'certificates', 'https', 'ssl'],
  'openapi.json': ['docs', 'openapi', 'swagger', 'spec'],
}

/** The path of the control plane that a word stands for. */
export const synonyms: ReadonlyMap<string, string> = new Map(
  Object.entries(words).flatMap(([path, names]) => names.map((name) => [name, path] as const)),
)
