import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, describe, expect, it } from 'vitest'

import { kindFolder, startBare } from '../bench/fake.ts'
import { bareName, type Sample, toCells } from '../bench/figures.ts'
import { putLoad, requireRight } from '../bench/load.ts'
import { slowerRows } from '../bench/report.ts'
import { partsOf, type Requests, writeRequests } from '../bench/requests.ts'
import { verifyChecker } from '../bench/self-check.ts'
import { hasCommand } from '../bench/server.ts'
import { toLoadTable } from '../bench/table.ts'

const sample = (contender: string, round: number, cpuMicros: number | undefined, perSecond: number): Sample => ({
  row: 'get',
  connections: 16,
  requests: 100,
  loadShare: 0.5,
  contender,
  round,
  cpuMicros,
  userMicros: cpuMicros,
  perSecond,
})

describe('the figures of the bench', () => {
  it('are medians of the ratios within a round, not ratios of medians', () => {
    const cells = toCells([
      ...[10, 20, 40].map((cpu, round) => sample(bareName, round, cpu, 1000)),
      // Rounds that were slow for both say the same as quick ones: 0.5, 0.5, 0.8.
      ...[20, 40, 50].map((cpu, round) => sample('fake', round, cpu, 500)),
      sample('peer', 2, 400, 10),
    ])
    expect(
      cells.map(({ contender, cpuMicros, cpuShare, rateShare }) => [contender, cpuMicros, cpuShare, rateShare]),
    ).toEqual([
      [bareName, 20, 1, 1],
      ['fake', 40, 0.5, 0.5],
      ['peer', 400, 0.1, 0.01],
    ])
  })

  it('show what got slower than in an earlier build, by the median of the pairs', () => {
    const loads = (times: readonly number[]) => {
      const now = times.map((cpu, round) => sample('fake', round, cpu, 500))
      // The second round was slow for both.
      const before = [100, 300, 100].map((cpu, round) => sample('earlier', round, cpu, 500))
      return [...now, ...before]
    }
    expect(slowerRows(loads([109, 330, 200]), 'fake', 'earlier')).toEqual([])
    expect(slowerRows(loads([115, 345, 90]), 'fake', 'earlier')).toEqual([
      'get, 16 connections: 1.15 times the earlier build',
    ])
  })

  it('are a table, in which what is not known is said to be so', () => {
    const cells = toCells([
      sample(bareName, 0, 10, 1000),
      sample('fake', 0, undefined, 500),
      { ...sample(bareName, 0, 10, 1000), row: 'create', loadShare: 0.95 },
      { ...sample('peer', 0, 20, 100), row: 'create' },
    ])
    expect(toLoadTable(cells).split('\n')).toEqual([
      '| request | connections | bare node:http | fake | peer |',
      '| --- | --: | --: | --: | --: |',
      '| get | 16 | 10.0 (1000) | n/a (500) **n/a** (0.50) | – |',
      '| create | 16 | 10.0 (1000, load at its limit) | – | 20.0 (100) **0.50** (0.10) |',
    ])
  })
})

const requests = (method: 'GET' | 'POST', parts: (body: string) => readonly string[]): Requests => {
  const paths = method === 'GET' ? ['/a', '/b'] : ['/a']
  const bodies = paths.map((path) => `{"id":"a-1","name":"%.(${path})","created_at":"2026-07-01T00:00:00Z"}`)
  const headers = { 'Content-Type': 'application/json' }
  const body = method === 'GET' ? '' : '{}'
  return { method, paths, headers, body, status: 200, bodies, parts: parts(bodies[0] ?? ''), answerHeaders: headers }
}

const same = (): readonly string[] => []

describe('the check of the load', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cloudsec-fake-test-'))
  const created = join(folder, 'created')
  const served = join(folder, 'served')
  writeRequests(kindFolder(served, 'get'), requests('GET', same))
  writeRequests(kindFolder(served, 'create'), requests('POST', same))
  writeRequests(created, requests('POST', partsOf))
  afterAll(() => rmSync(folder, { recursive: true }))

  it('knows an answer to a create by all but its id and its instants', () => {
    expect(partsOf('{"id":"a-1","name":"b","created_at":"2026-07-01T00:00:00Z"}')).toEqual([
      '{"id":"',
      '","name":"b","created_at":"',
      '"}',
    ])
    expect(partsOf('{\n  "name": "b",\n  "id": 17\n}')).toEqual(['{\n  "name": "b",\n  "id": ', '\n}'])
  })

  it.skipIf(!hasCommand('wrk'))(
    'finds wrong answers, and ids that were given before, and nothing else (needs wrk)',
    async () => {
      await verifyChecker(served, ['get', 'create'], created)
      const bare = await startBare(served)
      const load = { origin: bare.origin, connections: 4, seconds: 1, start: 1 }
      const loaded = await putLoad({ ...load, folder: kindFolder(served, 'get') })
      await bare.stop()
      expect(loaded).toMatchObject({ right: loaded.requests, wrong: 0, broken: 0, first: '' })
      expect(() => requireRight(loaded, 'get')).not.toThrow()
      expect(() => requireRight({ ...loaded, right: loaded.right - 1, wrong: 1 }, 'get')).toThrow('answers are wrong')
      expect(() => requireRight({ ...loaded, right: loaded.right - 1 }, 'get')).toThrow('answers were checked')
      expect(() => requireRight({ ...loaded, broken: 1 }, 'get')).toThrow('1 connections or requests failed')
    },
  )
})
