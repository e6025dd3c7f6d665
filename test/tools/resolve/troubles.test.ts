import { readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { defaultProfile } from '../../../src/core/assumptions/profile.ts'
import type { Profile } from '../../../src/core/assumptions/register.ts'
import type { Fake } from '../../../src/index.ts'
import { cli } from '../../support/command.ts'
import { writeFixtures } from '../../support/fixtures.ts'
import { forward, freeOrigin } from '../../support/other-server.ts'
import { newFile, profileOf, reportsOf, resolve, serve, serveBefore, serveService } from '../../support/resolving.ts'

const counts = async ({ assessments, jobs, resources }: Fake) =>
  Promise.all([assessments.list(), jobs.list(), resources.list()].map(async (all) => (await all).total))

describe('gently', () => {
  it('asks no more often than was said, and one at a time', async () => {
    const { baseUrl, requests, mostOpen } = await serveBefore(await serve())
    const output = await newFile()
    const flags = ['--base-url', baseUrl, '--api-key', 'csf_full_access', '--output', output]
    await cli('resolve', ...flags, '--rate', '50')
    expect(mostOpen()).toBe(1)
    const times = requests.map(({ atMs }) => atMs)
    const spentMs = (times.at(-1) ?? 0) - (times[0] ?? 0)
    expect(requests.length).toBeGreaterThan(30)
    expect(spentMs).toBeGreaterThan((requests.length - 1) * 20 - 50)
  })

  it.each([0, 11, 12, 13])('only reads without --write, profile %i', async (seed) => {
    const fake = await serve(seed === 0 ? {} : { assume: profileOf(seed) })
    const { baseUrl, requests } = await serveBefore(fake)
    const before = await counts(fake)
    const keys = ['--limited-key', 'csf_one_permission', '--spare-key', 'csf_small_quota']
    const webhook = ['--webhook-url', `${await freeOrigin()}/`]
    await resolve(baseUrl, ...keys, ...webhook, '--wait', '1s')
    expect(await counts(fake)).toEqual(before)
    const posts = requests.filter(({ method }) => !['GET', 'HEAD', 'OPTIONS'].includes(method))
    expect(posts.length).toBeGreaterThan(0)
    for (const { method, body } of posts) {
      expect(['POST', 'PATCH']).toContain(method)
      expect(method === 'POST' ? () => JSON.parse(body) : () => JSON.parse('{')).toThrow(SyntaxError)
    }
  })

  it('stops at once with a key that has few requests left', async () => {
    const { baseUrl, requests } = await serveBefore(await serve())
    const { code, out, output } = await resolve(baseUrl, '--api-key', 'csf_small_quota', '--format', 'json', '--write')
    expect(requests.map(({ path }) => path).filter((path) => path !== '/v1/data/analysis/jobs')).toEqual([
      '/v1/cloud/resources',
    ])
    const reasons = reportsOf(out).map(({ outcome, reason }) => [outcome, reason])
    expect(reasons).toContainEqual(['unknown', 'stopped: only 4 requests of 5 an hour remain'])
    expect(reportsOf(out).find(({ id }) => id === 'limitAboveMax')?.reason).toBe(
      'stopped: only 4 requests of 5 an hour remain',
    )
    expect([code, JSON.parse(readFileSync(output, 'utf8'))]).toEqual([3, expect.objectContaining({ rateQuota: 5 })])
  })
})

/** Holds a run to have ended well, and to have found nothing but what the fake does. */
function expectTrue({ code, err, out }: Awaited<ReturnType<typeof resolve>>, profile: Profile): number {
  expect([err, code === 0 || code === 3]).toEqual(['', true])
  const known = reportsOf(out).filter(({ option }) => option !== null)
  for (const { id, option, evidence } of known) {
    expect({ id, option: String(option) }).toEqual({
      id,
      option: String(Object.entries(profile).find(([name]) => name === id)?.[1]),
    })
    expect(evidence.length, id).toBeGreaterThan(0)
  }
  return known.length
}

describe('a service that is not well', () => {
  const all = ['--limited-key', 'csf_one_permission', '--write', '--format', 'json']

  it.each([
    ['stops answering', 'gone'],
    ['answers with pages of a proxy', 'html'],
    ['refuses all for its quota', 'limited'],
    ['is not available', 'unavailable'],
  ] as const)('%s half-way', async (_, kind) => {
    const fake = await serve()
    let number = 0
    const baseUrl = await serveService((incoming, outgoing) => {
      void (async () => {
        number += 1
        if (number > 9) {
          if (kind === 'gone') return void outgoing.destroy()
          const status = { html: 502, limited: 429, unavailable: 503 }[kind]
          const code = kind === 'limited' ? 'rate_limit_exceeded' : 'service_unavailable'
          const json = JSON.stringify({ status: 'error', error: { code, message: 'a', details: 'b' } })
          return void outgoing.writeHead(status, { 'Content-Type': 'text/html' }).end(kind === 'html' ? '<h1>' : json)
        }
        const { authorization = '' } = incoming.headers
        const answer = await fetch(new URL(incoming.url ?? '', fake.baseUrl), {
          headers: { Authorization: authorization },
        })
        outgoing.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
      })()
    })
    const answer = await resolve(baseUrl, ...all)
    const retryAfter = { ...defaultProfile, retryAfter: 'absent' } as const
    expect(expectTrue(answer, retryAfter)).toBeGreaterThan(3)
    const reasons = new Set(reportsOf(answer.out).map(({ reason }) => reason))
    if (kind === 'gone') expect([...reasons].join()).toContain('stopped after 3 requests without an answer')
    if (kind === 'gone') expect(number).toBe(12)
    if (kind === 'limited') expect(reasons).toContain('stopped: the quota is exhausted')
    if (kind === 'limited') expect(number).toBeLessThan(20)
  })

  it('refuses all for its quota from the start', async () => {
    const json = JSON.stringify({ status: 'error', error: { code: 'rate_limit_exceeded', message: 'a', details: 'b' } })
    let number = 0
    const baseUrl = await serveService((_, outgoing) => {
      number += 1
      outgoing.writeHead(429, { 'Content-Type': 'application/json' }).end(json)
    })
    const answer = await resolve(baseUrl, '--format', 'json')
    expect(reportsOf(answer.out).flatMap(({ id, option }) => (option === null ? [] : [id]))).toEqual([])
    expect(number).toBeLessThan(6)
  })

  it('has no headers of a quota', async () => {
    const fake = await serve()
    const baseUrl = await serveService((incoming, outgoing) => {
      void (async () => {
        const answer = await forward(incoming, fake)
        const headers = [...answer.headers].filter(([name]) => !name.startsWith('x-rate-limit'))
        outgoing
          .writeHead(answer.status, Object.fromEntries(headers))
          .end(incoming.method === 'HEAD' ? undefined : await answer.text())
      })()
    })
    const answer = await resolve(baseUrl, ...all, '--spare-key', 'csf_small_quota')
    expect(expectTrue(answer, defaultProfile)).toBeGreaterThan(50)
    const unknownIds = reportsOf(answer.out).flatMap(({ id, option }) => (option === null ? [id] : []))
    expect(unknownIds).toEqual(
      expect.arrayContaining(['rateQuota', 'rateWindow', 'rateCounts', 'rateScope', 'rateResetUnit']),
    )
  })

  it.each([
    ...[0, 21, 22, 23, 24].map((seed) => ['empty lists', seed, 0] as const),
    ...[0, 31, 32, 33, 34].map((seed) => ['one record of a kind', seed, 1] as const),
  ])('has %s, profile %i', async (_, seed, count) => {
    const profile = seed === 0 ? defaultProfile : profileOf(seed)
    const first = (name: string): unknown[] =>
      z
        .array(z.unknown())
        .parse(JSON.parse(readFileSync(new URL(`../../../fixtures/${name}`, import.meta.url), 'utf8')))
        .slice(0, count)
    const files = { 'resources.json': first('resources.json'), 'assessments.json': [], 'jobs.json': first('jobs.json') }
    const fake = await serve({ fixtures: await writeFixtures(files), assume: profile })
    expect(expectTrue(await resolve(fake.baseUrl, '--format', 'json'), profile)).toBeGreaterThan(10)
    expect(expectTrue(await resolve(fake.baseUrl, ...all), profile)).toBeGreaterThan(20)
  })
})
