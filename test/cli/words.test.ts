import { describe, expect, it } from 'vitest'

import { cli, command, withEnv } from '../support/command.ts'
import { serve } from '../support/remote.ts'

describe('--json', () => {
  it.each([[['scenario']], [['env']], [['reset']], [['requests', 'coverage']], [['record', 'list', 'jobs']]])(
    '%j is --format json',
    async (words) => {
      const { on } = await serve()
      const json = await on(...words, '--format', 'json')
      expect(json.code).toBe(0)
      expect(typeof JSON.parse(json.out)).toBe('object')
      expect(await on(...words, '--json')).toEqual(json)
    },
  )

  it('may stand beside --format json', async () => {
    const { on } = await serve()
    expect(await on('clock', '--json', '--format', 'json')).toEqual(await on('clock', '--json'))
  })
})

describe('variables that nothing reads', () => {
  it.each([['start'], ['exec']])('are told once by %s', async (name) => {
    const variables = {
      CLOUDSEC_FAKE_PROT: '1',
      CLOUDSEC_FAKE_QQQQQQQQ: '1',
      CLOUDSEC_FAKE_SANDBOX: 'box',
      CLOUDSEC_FAKE_URL: 'x',
    }
    await withEnv(variables, async () => {
      const { err } = await command([name, '--port', '0', ...(name === 'exec' ? ['--', 'true'] : [])])
      expect(err.split('\n').filter((line) => line.startsWith('warn: '))).toEqual([
        'warn: no option has the variable CLOUDSEC_FAKE_PROT. Did you mean CLOUDSEC_FAKE_PORT?',
        'warn: no option has the variable CLOUDSEC_FAKE_QQQQQQQQ',
      ])
    })
  })
})

describe('several values of a variable', () => {
  it.each([
    'limitAboveMax=clamp,listOrder=by_id',
    'limitAboveMax=clamp listOrder=by_id',
    ' limitAboveMax=clamp,\n listOrder=by_id',
  ])('stand in %j', async (text) => {
    const variables = {
      CLOUDSEC_FAKE_ASSUME: text,
      CLOUDSEC_FAKE_SCENARIO: text.includes(',') ? 'slow,flaky' : 'slow flaky',
    }
    await withEnv(variables, async () => {
      await command(['--port', '0', '--print-url'], async ({ baseUrl }) => {
        const { out } = await cli('assumptions', '--url', baseUrl)
        expect(out).toMatch(/^limitAboveMax +clamp +reject /m)
        expect(out).toMatch(/^listOrder +by_id +newest_first /m)
        expect((await cli('scenario', 'off', 'slow', '--url', baseUrl)).out).toBe('on now: flaky\n')
      })
    })
  })
})
