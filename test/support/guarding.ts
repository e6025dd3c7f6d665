import assert from 'node:assert'

import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest'

import { problemBody } from '../../src/core/control/problem.ts'
import { type Fake, startFake } from '../../src/index.ts'
import { noon } from './answers.ts'
import { sendRaw } from './raw.ts'
import { partsOf } from './scenarios.ts'

/** A request of an attacker. */
export interface Sent {
  readonly method?: string
  readonly target?: string
  /** Values of Host headers, in place of the fake's host; empty for no header. */
  readonly hosts?: readonly string[]
  /** As lines (`Origin: null`). */
  readonly headers?: readonly string[]
  readonly body?: string
  readonly http?: '1.0' | '1.1'
}

export interface Got {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly text: string
}

export const json = 'Content-Type: application/json'

/** Sends a raw request over a new socket. */
export async function sendTo(
  fake: Fake,
  { method = 'GET', target = '/', hosts, headers = [], body, http = '1.1' }: Sent,
): Promise<Got> {
  const { origin, host } = new URL(fake.baseUrl)
  const lines = [
    `${method} ${target} HTTP/${http}`,
    ...(hosts ?? [host]).map((name) => `Host: ${name}`),
    ...headers,
    ...(body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`]),
    'Connection: close',
  ]
  const text = await sendRaw(origin, `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`, { waits: true })
  const { body: received, ...head } = partsOf(text)
  return { ...head, text: received }
}

/** The state that an attack would change. */
export async function stateUnderAttack(fake: Fake): Promise<readonly string[]> {
  const paths = ['', '/keys', '/scenarios', '/jobs?limit=2']
  return await Promise.all(paths.map(async (path) => (await fake.fetch(fake.controlUrl + path)).text()))
}

/** The targets of attacks: two requests that change something, and two that read protected data. */
export const aims = {
  reset: { method: 'POST', target: '/_control/reset', headers: [json] },
  advance: { method: 'POST', target: '/_control/clock/advance', headers: [json], body: '{"by":"1h"}' },
  summary: { method: 'GET', target: '/_control', headers: [] },
  keys: { method: 'GET', target: '/_control/keys', headers: [] },
} as const satisfies Readonly<Record<string, Sent>>

export const onEach = Object.entries(aims)

/** Checks that an answer rejects a request, reveals nothing, and is unreadable for pages. @returns its status */
export function rejectionStatus({ status, headers, text }: Got): number {
  expect(status, text.slice(0, 300)).toBeGreaterThanOrEqual(400)
  expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([])
  expect(text).not.toContain('csf_')
  if (text.startsWith('{"type"')) {
    expect(headers.get('content-type')).toBe('application/problem+json')
    expect(problemBody().parse(JSON.parse(text)).status).toBe(status)
  }
  return status
}

/** Sends a request of an attacker. PORT stands for the port of the fake, and OTHER for another port. */
type Play = (sent: Sent) => Promise<Got>

type Scheme = 'http' | 'https'

/** Runs attacks on a fake on the loopback, which must change nothing. */
export function describeAttacker(suite: (play: Play) => void, schemes: readonly Scheme[] = ['http']): void {
  describe.each(schemes)('a stranger of a fake on the loopback, by %s', (scheme) => {
    let fake: Fake
    let port: string
    let before: unknown
    beforeAll(async () => {
      fake = await startFake({ clock: noon, tls: scheme === 'https' })
      ;({ port } = new URL(fake.baseUrl))
      await fake.jobs.create({})
      await fake.scenarios.on('commits-then-fails')
      await fake.keys.create({ name: 'Mine' })
      await fake.clock.advance('10m')
      before = await stateUnderAttack(fake)
    })
    afterEach(async () => {
      assert.deepStrictEqual(await stateUnderAttack(fake), before)
    })
    afterAll(() => fake.close())

    const play: Play = (sent) => {
      // An attack over https swaps the schemes.
      const swap = (text: string): string =>
        scheme === 'http' ? text : text.replaceAll(/\bhttps?:/g, (own) => (own === 'http:' ? 'https:' : 'http:'))
      const fill = (text: string): string => text.replace('PORT', port).replace('OTHER', String(Number(port) ^ 1))
      return sendTo(fake, {
        ...sent,
        ...(sent.target === undefined ? {} : { target: fill(sent.target) }),
        ...(sent.hosts === undefined ? {} : { hosts: sent.hosts.map(fill) }),
        headers: (sent.headers ?? []).map((line) => swap(fill(line))),
      })
    }

    suite(play)
  })
}
