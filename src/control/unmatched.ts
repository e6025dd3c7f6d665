import { shorten } from '../lib/input-error.ts'
import { didYouMean, nearest } from '../lib/nearest.ts'
import { describeRoutes, matchPath, methodsAt } from '../lib/path-template.ts'
import { controlPath } from './path.ts'
import { Problem } from './problem.ts'
import type { ControlRoute } from './route.ts'

interface Synonyms {
  readonly names: readonly string[]
  /** The beginning of a sentence that the request ends. */
  readonly is: string
  readonly at: string
}

/** Other names for the parts of the control plane, and a request that shows each. */
const synonyms: readonly Synonyms[] = [
  {
    names: ['journal', 'log', 'logs', 'history', 'calls', 'traffic'],
    is: 'the journal is',
    at: 'GET /requests?limit=10',
  },
  {
    names: ['mail', 'mails', 'email', 'emails', 'inbox', 'mailbox', 'messages'],
    is: 'e-mails are',
    at: 'GET /outbox?kind=email',
  },
  {
    names: ['webhook', 'webhooks', 'hooks', 'callbacks', 'notifications', 'deliveries'],
    is: 'webhooks are',
    at: 'GET /outbox?kind=webhook',
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
  { names: ['healthz', 'live', 'livez', 'alive', 'ping'], is: 'the sign of life is', at: 'GET /health' },
  { names: ['readyz', 'readiness'], is: 'the sign that it takes requests is', at: 'GET /ready' },
  { names: ['failures', 'faults', 'errors', 'rules', 'chaos'], is: 'failures are', at: 'GET /scenarios' },
  { names: ['time', 'now', 'date'], is: 'the time is', at: 'GET /clock' },
  {
    names: ['freeze', 'clock/freeze', 'clock/pause', 'clock/stop'],
    is: 'the clock stops',
    at: 'PATCH /clock {"mode":"frozen"}',
  },
  {
    names: ['unfreeze', 'clock/unfreeze', 'clock/resume', 'clock/run'],
    is: 'the clock runs',
    at: 'PATCH /clock {"mode":"real"}',
  },
  { names: ['advance', 'tick', 'forward'], is: 'the clock moves', at: 'POST /clock/advance' },
  { names: ['tokens', 'credentials', 'apikeys', 'api-keys', 'users'], is: 'API keys are', at: 'GET /keys' },
  { names: ['limits', 'ratelimit', 'rate-limit', 'rate-limits', 'usage'], is: 'rate limits are', at: 'GET /quota' },
  { names: ['profile', 'choices', 'options', 'guesses'], is: 'the choices are', at: 'GET /assumptions' },
  { names: ['worlds', 'tenants', 'workspaces'], is: 'sandboxes are', at: 'GET /sandboxes' },
  { names: ['backup', 'dump', 'export', 'import', 'restore'], is: 'the saved state is', at: 'GET /snapshot' },
  { names: ['prometheus', 'metric', 'stats', 'statistics'], is: 'metrics are', at: 'GET /metrics' },
  { names: ['ca', 'cert', 'certificate', 'certificates', 'https', 'ssl'], is: 'https is', at: 'GET /tls' },
  { names: ['clear', 'clean', 'restart'], is: 'the way back to the start is', at: 'POST /reset' },
]

/** The refusal of a request that no route serves. @param base of the control plane, with its sandbox @param path below it */
export function unmatched(method: string, base: string, path: string, routes: readonly ControlRoute[]): Problem {
  const allowed = methodsAt(path, routes)
  if (allowed.length > 0) {
    const detail = `${method}: expected ${allowed.join(', ')} for ${base}${path}. ${effectsAt(path, routes)}`
    return new Problem('method', detail, { Allow: allowed.join(', ') })
  }
  const refusal = `${shorten(`${method} ${base}${path}`)}: no such path`
  const asked = path.toLowerCase().slice(1)
  const word = nounOf(`/${asked}`)
  const meant = synonyms.find(({ names }) => names.includes(word) || names.includes(asked))
  if (meant !== undefined) {
    return new Problem('unknown', `${refusal}; ${meant.is} at ${meant.at.replace(' ', ` ${base}`)}`)
  }
  const nouns = nearest(word, new Set(routes.map((route) => nounOf(route.path))))
  const alike = routes.filter((route) => nouns.includes(nounOf(route.path)))
  const near = didYouMean(`${method} ${controlPath}${path}`, describeRoutes(alike, controlPath))
  return new Problem('unknown', `${refusal}.${near.replaceAll(controlPath, base) || ` GET ${base} lists all`}`)
}

/** The first segment of a path. */
const nounOf = (path: string): string => path.split('/')[1] ?? ''

/** Says for each method of a path its effect, one sentence a method. */
function effectsAt(path: string, routes: readonly ControlRoute[]): string {
  const here = routes.filter((route) => matchPath(route.path, path)?.before === '')
  return here.map(({ method, summary }) => `${method} ${summary[0]?.toLowerCase()}${summary.slice(1)}`).join('. ')
}
