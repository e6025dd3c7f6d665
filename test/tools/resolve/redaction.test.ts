import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { startFake } from '../../../src/index.ts'
import { command } from '../../support/command.ts'
import { writeFixtures } from '../../support/fixtures.ts'
import { forward, serveListener } from '../../support/other-server.ts'

/** Texts that may stand in no report. */
const personal = {
  email: 'jane.doe+x@example.com',
  foreign: 'jürgen@exämple.de',
  v4: '203.0.113.77',
  v6: '2001:db8:85a3::8a2e:370:7334',
  whole: 'fe80:0:0:0:202:b3ff:fe1e:8329',
  short: 'fd00::1',
  mapped: '::ffff:198.51.100.9',
  name: 'Payroll of Jane Doe & Sons',
  description: 'What we suspect of Bob',
  tagKey: 'cost-owner',
  tagValue: 'Jane & Co/Berlin',
  webhook: 'https://hooks.example.com/T0/secret?token=abc123',
} as const

const keys = ['csf_full_access', 'csf_one_permission', 'csf_small_quota'] as const

const all: readonly string[] = [...Object.values(personal), ...keys]
const encodings = [(text: string) => text, encodeURIComponent]

/** A text with everything in it, in every way that it may be written. */
const everything = encodings.map((encode) => all.map((text) => `see ${encode(text)} there`).join(', ')).join('; ')
const tag = `${personal.tagKey}:${personal.tagValue}`
const links = encodings.map((encode) => `/v1/cloud/resources?page=2&tag=${encode(tag)}&owner=${encode(personal.name)}`)

const fields = {
  name: personal.name,
  description: personal.description,
  owner: { contact: personal.email, machines: [personal.v6, personal.v4, personal.foreign] },
  note: everything,
  tags: [{ key: personal.tagKey, value: personal.tagValue }],
  notification: { email: personal.email, webhook_url: personal.webhook },
  details: { public_ip: personal.v4, private_ip: personal.short, hosts: [personal.mapped, personal.whole] },
  [personal.email]: 1,
  [personal.name]: { [personal.tagValue]: true },
}

/** A service that puts all of that everywhere. */
async function serveTelltale(): Promise<string> {
  const fake = await startFake({})
  let number = 0
  onTestFinished(() => fake.close())
  const origin = await serveListener((incoming, outgoing) => {
    void (async () => {
      const answer = await forward(incoming, fake)
      const text = await answer.text()
      number += 1
      const headers = {
        ...Object.fromEntries([...answer.headers].filter(([name]) => name !== 'content-length')),
        'x-owner': personal.email,
        allow: `GET, ${personal.email}, ${personal.v4}`,
        'content-type': `application/json; owner=${encodeURIComponent(personal.name)}; at=${personal.v6}; by=${personal.email}`,
      }
      outgoing.writeHead(answer.status, headers)
      if (number % 7 === 0) outgoing.end(`<html>Grace Hopper: ${everything}</html>`)
      else outgoing.end(text === '' ? undefined : JSON.stringify(change(JSON.parse(text))))
    })()
  })
  return `${origin.replace('127.0.0.1', 'localhost')}/v1`
}

function change(json: unknown): unknown {
  if (typeof json !== 'object' || json === null) return json
  const { data, error, pagination, ...rest }: Record<string, unknown> = { ...json }
  const changeOne = (value: unknown): unknown =>
    typeof value === 'object' && value !== null ? { ...value, ...fields } : value
  return {
    ...rest,
    ...fields,
    ...(data === undefined ? {} : { data: Array.isArray(data) ? data.map(changeOne) : changeOne(data) }),
    ...(error === undefined
      ? {}
      : {
          error: {
            ...Object(error),
            ...fields,
            message: everything.slice(0, 250),
            details: `at https://intranet.example.com/x?a=1 or ?tag=squad:hidden. ${links.join(' ')} ${everything}`,
          },
        }),
    ...(pagination === undefined
      ? {}
      : { pagination: { ...Object(pagination), next_page: links[0], prev_page: links.at(-2), other: links } }),
  }
}

const needles = [...new Set(all.flatMap((text) => encodings.map((encode) => encode(text))))]
const parts = [
  'jane.doe',
  'Jane',
  'Payroll',
  'suspect',
  'cost-owner',
  'Berlin',
  'hooks.example',
  'secret',
  '203.0.113',
  '198.51.100',
  '2001:db8',
  'fd00:',
  'fe80:',
  'csf_',
  'intranet',
  'squad',
  'Grace',
]

it.each(['json', 'text'])('keeps keys and personal data out of a report as %s', async (format) => {
  const baseUrl = await serveTelltale()
  const output = join(await writeFixtures({}), 'a.json')
  const own = `--api-key ${keys[0]} --limited-key ${keys[1]} --spare-key ${keys[2]} --rate 1000 --write`.split(' ')
  const { out, err } = await command(['resolve', '--base-url', baseUrl, '--output', output, '--format', format, ...own])
  expect(err).toBe('')
  expect(out.length).toBeGreaterThan(3000)
  for (const needle of [...needles, ...parts]) {
    const at = out.indexOf(needle)
    expect(at === -1 ? '' : out.slice(Math.max(0, at - 120), at + 80), needle).toBe('')
  }
})
