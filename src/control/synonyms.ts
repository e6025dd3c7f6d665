interface Synonyms {
  readonly names: readonly string[]
  /** The beginning of a sentence that the request ends. */
  readonly is: string
  readonly at: string
  /** The command that shows or does it; undefined for none. */
  readonly command?: string
}

/** Other names for the parts of the control plane, with the request and the command that show each. */
export const synonyms: readonly Synonyms[] = [
  {
    names: ['journal', 'log', 'logs', 'history', 'calls', 'traffic'],
    is: 'the journal is',
    at: 'GET /requests?limit=10',
    command: 'requests --follow',
  },
  {
    names: ['mail', 'mails', 'email', 'emails', 'inbox', 'mailbox', 'messages'],
    is: 'e-mails are',
    at: 'GET /outbox?kind=email',
    command: 'outbox --kind email',
  },
  {
    names: ['webhook', 'webhooks', 'hooks', 'callbacks', 'notifications', 'deliveries'],
    is: 'webhooks are',
    at: 'GET /outbox?kind=webhook',
    command: 'outbox --kind webhook',
  },
  {
    names: ['doc', 'docs', 'openapi', 'openapi.yaml', 'swagger', 'swagger.json', 'api-docs', 'spec', 'schema'],
    is: 'the OpenAPI document is',
    at: 'GET /openapi.json',
  },
  {
    names: ['help', 'index', 'status', 'info', 'summary', 'state', 'records', 'data'],
    is: 'a list of all requests is',
    at: 'GET ',
  },
  { names: ['version', 'settings', 'config'], is: 'the version and the settings are', at: 'GET ' },
  { names: ['stubs', 'mocks', 'mappings', 'expectations'], is: 'answers of your own are rules', at: 'POST /scenarios' },
  {
    names: ['healthz', 'live', 'livez', 'alive', 'ping'],
    is: 'the sign of life is',
    at: 'GET /health',
    command: 'wait',
  },
  { names: ['readyz', 'readiness'], is: 'the sign that it takes requests is', at: 'GET /ready', command: 'wait' },
  {
    names: ['failures', 'faults', 'errors', 'rules', 'chaos'],
    is: 'failures are',
    at: 'GET /scenarios',
    command: 'scenario list',
  },
  { names: ['time', 'now', 'date'], is: 'the time is', at: 'GET /clock', command: 'clock show' },
  {
    names: ['freeze', 'clock/freeze', 'clock/pause', 'clock/stop'],
    is: 'the clock stops',
    at: 'PATCH /clock {"mode":"frozen"}',
    command: 'clock freeze',
  },
  {
    names: ['unfreeze', 'clock/unfreeze', 'clock/resume', 'clock/run'],
    is: 'the clock runs',
    at: 'PATCH /clock {"mode":"real"}',
    command: 'clock run',
  },
  {
    names: ['advance', 'tick', 'forward'],
    is: 'the clock moves',
    at: 'POST /clock/advance',
    command: 'clock advance 1h',
  },
  {
    names: ['tokens', 'credentials', 'apikeys', 'api-keys', 'users'],
    is: 'API keys are',
    at: 'GET /keys',
    command: 'keys list',
  },
  {
    names: ['limits', 'ratelimit', 'rate-limit', 'rate-limits', 'usage'],
    is: 'rate limits are',
    at: 'GET /quota',
    command: 'quota list',
  },
  {
    names: ['profile', 'choices', 'options', 'guesses'],
    is: 'the choices are',
    at: 'GET /assumptions',
    command: 'assumptions list',
  },
  { names: ['worlds', 'tenants', 'workspaces'], is: 'sandboxes are', at: 'GET /sandboxes', command: 'sandboxes list' },
  {
    names: ['backup', 'dump', 'export', 'import', 'restore'],
    is: 'the saved state is',
    at: 'GET /snapshot',
    command: 'snapshot save FILE',
  },
  { names: ['prometheus', 'metric', 'stats', 'statistics'], is: 'metrics are', at: 'GET /metrics' },
  {
    names: ['ca', 'cert', 'certificate', 'certificates', 'https', 'ssl'],
    is: 'https is',
    at: 'GET /tls',
    command: 'tls show',
  },
  { names: ['clear', 'clean', 'restart'], is: 'the way back to the start is', at: 'POST /reset' },
]
