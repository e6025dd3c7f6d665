import { once } from 'node:events'
import { request } from 'node:http'

import { errorEnvelopeSchema } from '../../../src/core/spec/envelope.ts'
import type { Fake, RequestInfo } from '../../../src/index.ts'
import { serveListener } from '../../../test/support/other-server.ts'
import { sendJob } from '../../../test/support/send-job.ts'
import { ask, type Asked } from './traffic.ts'

const run = 'globalThis.__xss=1'

/**
 * Texts that would run as code, or change the page, where it takes them for markup, a template or an address. Those of this field:
 * WireMock's GUI showed the body of a recorded answer as markup (CVE-2023-50069), LocalStack's page a name (CVE-2021-32091).
 */
export const payloads = {
  script: `<script data-xss>${run}</script>`,
  image: `<img data-xss src=x onerror=${run}>`,
  drawing: `<svg data-xss onload=${run}>`,
  'end of an attribute': `"><img data-xss src=x onerror=${run}>`,
  'attribute of its own': `' autofocus onfocus=${run} data-xss='`,
  'end of other markup': `--></style></title></textarea></script><img data-xss src=x onerror=${run}>`,
  'markup that changes when it is parsed again': `<math><mtext><table><mglyph><style><!--</style><img data-xss title="--&gt;&lt;img src=x onerror=${run}&gt;">`,
  'escaped markup': `&lt;img data-xss src=x onerror=${run}&gt;`,
  frame: `<iframe data-xss srcdoc="<script>parent.__xss=1</script>"></iframe>`,
  link: `<a data-xss href="javascript:${run}">more</a>`,
  address: `javascript:${run}`,
  style: '<style data-xss>* { display: none !important }</style>',
  'other address of the page':
    '<base data-xss href="http://127.0.0.1:9/"><form data-xss action="http://127.0.0.1:9/"><button>OK',
  'page that leaves': '<meta data-xss http-equiv="refresh" content="0;url=http://127.0.0.1:9/">',
  template: `{{constructor.constructor("${run}")()}}\${${run}}<%=${run}%>`,
  'end of a text in JSON': `\\"}</script><script data-xss>${run}</script>`,
} as const

/** Where the page shows a text. */
export interface Shown {
  readonly address: string
  /** The tab to choose there. */
  readonly tab?: string
  /** The text as the fake keeps it, where it keeps another: the address of a request is escaped, a message is bounded. */
  readonly text?: string
}

/** A place of the fake that takes a text from elsewhere. */
type Place = (fake: Fake, payload: string, number: number) => Promise<Shown>

async function lastRequest(fake: Fake): Promise<RequestInfo> {
  const request = (await fake.requests.list({ limit: 1 })).at(-1)
  if (request === undefined) throw new Error('no request came')
  return request
}

const addressOf = ({ id }: RequestInfo): string => `#/traffic/default:${id}`

/** Sends a request to the API. @param tab of the request that shows the text */
async function send(fake: Fake, tab: string, path: string, asked?: Asked): Promise<Shown> {
  await ask(fake, path, asked)
  return { address: addressOf(await lastRequest(fake)), tab }
}

/** Sends a request with an address as it stands, but for spaces: fetch would escape it. */
async function sendRaw(fake: Fake, path: string): Promise<Shown> {
  const { hostname, port } = new URL(fake.baseUrl)
  const sent = request({
    hostname,
    port,
    path: path.replaceAll(' ', '/'),
    headers: { Authorization: `Bearer ${fake.apiKey}` },
  })
  const [response] = await once(sent.end(), 'response')
  await once(response.resume(), 'end')
  const made = await lastRequest(fake)
  return { address: addressOf(made), text: made.path }
}

const post = (fake: Fake, body: string): Promise<Shown> => send(fake, 'Request', '/data/analysis/jobs', { body })

/** An answer that a rule of this request makes. */
const answered = (fake: Fake, then: object): Promise<Shown> =>
  send(fake, 'Answer', '/cloud/resources', { headers: { 'X-Fake-Then': JSON.stringify(then) } })

/** Sends a job that notifies, and lets it end. */
async function notify(fake: Fake, kind: 'webhook' | 'email', fields: object, tab?: string): Promise<Shown> {
  await sendJob(fake, fields)
  await fake.clock.advance('1m')
  const address = `#/outbox/${(await fake.outbox.next({ kind })).id}`
  return tab === undefined ? { address } : { address, tab }
}

/** A receiver of webhooks, until the test ends. */
const receiver = (answer: string): Promise<string> =>
  serveListener((_, response) => response.setHeader('Content-Type', 'text/html').end(answer))

/** The places. Names of sandboxes and scenarios, e-mail addresses and choices of assumptions take no such text. */
export const places: Readonly<Record<string, Place>> = {
  'the path of a request': (fake, payload) => sendRaw(fake, `/v1/${payload}`),
  'the query of a request': (fake, payload) => sendRaw(fake, `/v1/cloud/resources?${payload}`),
  'a header of a request': (fake, payload) =>
    send(fake, 'Request', '/cloud/resources', { headers: { 'X-Note': payload } }),
  'a field of a body': (fake, payload) => post(fake, JSON.stringify({ [payload]: payload })),
  // The journal shows the length of a body that is no JSON.
  'a body of text': async (fake, payload) => {
    const shown = await post(fake, payload)
    return { ...shown, text: String((await lastRequest(fake)).request.body) }
  },
  'the message of an error': async (fake, payload) => {
    const shown = await send(fake, 'Why', `/cloud/resources?limit=${encodeURIComponent(payload)}`)
    return { ...shown, text: errorEnvelopeSchema.parse((await lastRequest(fake)).response.body).error.details }
  },
  'an answer of HTML': async (fake, payload) => {
    const shown = await answered(fake, { body: payload, headers: { 'Content-Type': 'text/html' } })
    return { ...shown, text: String((await lastRequest(fake)).response.body) }
  },
  'a header of an answer': (fake, payload) => answered(fake, { headers: { 'X-Note': payload } }),
  'the name of a key': async (fake, payload) => {
    const { id } = await fake.keys.create({ name: payload })
    return { address: `#/keys/${id}` }
  },
  'a scenario': async (fake, payload, number) => {
    const rules = [{ when: { header: { 'X-Note': payload } }, then: { body: payload } }]
    await fake.scenarios.define({ name: `hostile-${number}`, description: payload, rules })
    return { address: `#/scenarios/hostile-${number}` }
  },
  'the text of a scenario in an address': async (_, payload) => ({
    address: `#/scenarios/new.?text=${encodeURIComponent(payload)}`,
  }),
  'the verdict on a request': async (fake, payload) => ({
    ...(await sendRaw(fake, `/v1/${payload}`)),
    address: '#/conduct/matched-no-operation',
  }),
  'a resource': async (fake, payload) => {
    const { id } = await fake.resources.create({ name: payload, tags: [{ key: payload, value: payload }] })
    return { address: `#/data/resources/${id}` }
  },
  'a job': async (fake, payload) => {
    const { id } = await fake.jobs.create({ name: payload, description: payload })
    return { address: `#/data/jobs/${id}` }
  },
  'an e-mail': (fake, payload) => notify(fake, 'email', { name: payload, notification: { email: 'ops@example.com' } }),
  'the body of a webhook': async (fake, payload) =>
    await notify(fake, 'webhook', { name: payload, notification: { webhook_url: await receiver('') } }, 'Payload'),
  'the answer to a webhook': async (fake, payload) =>
    await notify(fake, 'webhook', { notification: { webhook_url: await receiver(payload) } }, 'Attempts (1)'),
}
