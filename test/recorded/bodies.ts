import { brotliCompressSync, constants, deflateSync, gzipSync } from 'node:zlib'

import { isObject, type JsonObject } from './json.ts'
import type { Random } from './random.ts'
import type { Sent } from './recorder.ts'
import { analysisTypes, dates, oddDates, type Records, types } from './values.ts'

/** A body that makes an assessment. */
export function assessmentBody(random: Random, { resources }: Records): JsonObject {
  const { id, type } = random.pick(resources)
  const options = { comprehensive: random.chance(0.5), categories: random.shuffle(['network', 'encryption']) }
  const isScanned = random.chance(0.5)
  return { resource_id: id, resource_type: type, ...(isScanned ? { scan_options: options } : {}) }
}

/** A body that makes a job. It notifies nobody on the network. */
export function jobBody(random: Random): JsonObject {
  const [email, webhook] = [random.chance(0.3), random.chance(0.2)]
  const description = random.chance(0.5)
  const notification = {
    ...(email ? { email: `person-${random.below(9)}@example.com` } : {}),
    ...(webhook ? { webhook_url: 'http://192.0.2.7/hook' } : {}),
  }
  return {
    name: random.pick(['Nightly correlation', 'Review "Q2"', 'Ünïcode ✓', 'x']),
    ...(description ? { description: 'Looks at\nlines' } : {}),
    data_source: {
      type: random.pick(['security_logs', 'audit_trail', 'network_flows']),
      parameters: {
        start_date: '2026-05-01T00:00:00Z',
        end_date: random.pick(['2026-06-01T00:00:00Z', '2026-05-01T00:00:00Z', '2026-06-30T10:00:00+02:00']),
        log_types: random.shuffle(['firewall', 'authentication', 'system']),
      },
    },
    analysis_type: random.pick(analysisTypes),
    output_format: random.pick(['json', 'csv']),
    ...(email || webhook ? { notification } : {}),
  }
}

const oddValues: readonly unknown[] = [
  null,
  '',
  ' ',
  0,
  -1,
  1.5,
  true,
  [],
  {},
  ['x'],
  [1],
  ['network', 'network'],
  ['quantum'],
  'quantum_computer',
  '11111111-2222-4333-8444-555555555555',
  'aaaaaaaa-bbbb-4ccc-8ddd-000000000503',
  'not a date',
  'nobody',
  'ftp://example.com/x',
  'http://user:word@192.0.2.7/',
  'a@b',
  'x'.repeat(3000),
  { a: { b: { c: 1 } } },
]

/** A change of one field, at any depth. */
function mutate(random: Random, body: JsonObject): JsonObject {
  const name = random.pick([...Object.keys(body), 'extra', '__proto__', 'id', 'status'])
  const { [name]: field } = body
  const [goesDeeper, drops, isDate] = [random.chance(0.6), random.chance(0.3), random.chance(0.7)]
  const [odd, date, type] = [random.pick(oddValues), random.pick([...oddDates, ...dates]), random.pick(types)]
  if (isObject(field) && goesDeeper) return { ...body, [name]: mutate(random, field) }
  if (drops) return Object.fromEntries(Object.entries(body).filter(([other]) => other !== name))
  if (name.endsWith('_date') && isDate) return { ...body, [name]: date }
  if (name === 'resource_type' && isDate) return { ...body, [name]: type }
  return { ...body, [name]: odd }
}

const oddTexts = [
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '42',
  '{"a":1,}',
  '\uFEFF{}',
  '{"resource_id":1,"resource_id":2}',
  '{"a":'.repeat(200),
  `${'['.repeat(2000)}${']'.repeat(2000)}`,
  '{} {}',
  '{"name":"\\ud800"}',
]

const contentTypes = [
  'application/json; charset=utf-8',
  'Application/JSON',
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/vnd.api+json',
  'application/json; charset=latin1',
  'json',
]

const encodings = ['gzip', 'deflate', 'br', 'identity', 'zstd', 'gzip, br']

function encode(text: string, encoding: string): Uint8Array<ArrayBuffer> {
  // What is only stored is the same under every version of the compressor.
  const stored = { level: 0 }
  const packed = {
    gzip: (content: string) => gzipSync(content, stored),
    deflate: (content: string) => deflateSync(content, stored),
    br: (content: string) => brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 0 } }),
  }
  const pack = Object.entries(packed).find(([name]) => name === encoding)?.[1]
  return new Uint8Array(pack === undefined ? Buffer.from(text) : pack(text))
}

/** A body with its headers: mostly a good one, else one that has something odd. */
export function bodyOf(random: Random, good: JsonObject): Sent {
  const form = random.fraction()
  const [first, second] = [mutate(random, good), random.chance(0.3)]
  const changed = second ? mutate(random, first) : first
  const [text, type, encoding] = [random.pick(oddTexts), random.pick(contentTypes), random.pick(encodings)]
  const json = { 'Content-Type': 'application/json' }
  if (form < 0.45) return { headers: json, body: JSON.stringify(good) }
  if (form < 0.8) return { headers: json, body: JSON.stringify(changed) }
  if (form < 0.87) return { headers: json, body: text }
  if (form < 0.92) return { headers: { 'Content-Type': type }, body: JSON.stringify(good) }
  if (form < 0.94) return { body: encode(JSON.stringify(good), '') }
  if (form < 0.98) {
    return { headers: { ...json, 'Content-Encoding': encoding }, body: encode(JSON.stringify(good), encoding) }
  }
  return { headers: json, body: new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]) }
}
