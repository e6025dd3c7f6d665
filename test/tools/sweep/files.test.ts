import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it, vi } from 'vitest'

import { builtPackage } from '../../support/built.ts'
import { hold } from '../../support/held-timers.ts'
import { suiteOf } from './support/suite.ts'

describe('a fake of the command', () => {
  it('may start in any order: the report shows the same request', async () => {
    const { folder } = await builtPackage()
    const { sweep } = suiteOf(`const { createFake } = await import('${join(folder, 'dist/index.js')}')
      const pages = [1, 2, 3, 4, 5, 6]
      let failed = false
      for (const page of runs % 2 === 1 ? pages : pages.toReversed()) {
        const fake = await createFake()
        const headers = { Authorization: 'Bearer ' + fake.apiKey }
        for (const limit of [1, 101]) {
          const { status } = await fake.fetch(fake.baseUrl + '/cloud/resources?page=' + page + '&limit=' + limit, { headers })
          failed ||= limit === 101 && status !== 400
        }
      }
      if (failed) fail('not 400')`)
    for (const _ of [1, 2]) {
      const { findings } = await sweep('--only', 'limitAboveMax', '--jobs', '1')
      expect(findings[0]?.request).toMatchObject({
        path: '/v1/cloud/resources?page=1&limit=101',
        expected: { status: 400 },
      })
    }
  })
})

describe('a run', () => {
  it('does not read the report of an earlier one', async () => {
    const { sweep, folder } = suiteOf(`const { code } = await api('/cloud/resources?limit=101')
      const failure = '<testsuites><testsuite name="s"><testcase name="one"><failure message="m"/></testcase></testsuite></testsuites>'
      if (code !== 400) writeFileSync(join(here, 'TEST-one.xml'), failure)`)
    const flags = ['--jobs', '1', '--only', 'limitAboveMax', 'rateWindow=sliding']
    const { broken, passed } = await sweep(...flags, '--report', join(folder, 'TEST-*.xml'))
    expect({ broken, passed }).toEqual({ broken: ['limitAboveMax=clamp'], passed: ['rateWindow=sliding'] })
  })

  it('without a change ends after ten minutes', async () => {
    const letGo = hold(['setTimeout', 'clearTimeout', 'performance'])
    try {
      const { run, folder } = suiteOf(`if (runs === 1) {
        setInterval(() => {}, 1000)
        writeFileSync(join(here, 'ready'), '')
      } else await api('/cloud/resources')`)
      const ended = run('--jobs', '1')
      await expect.poll(() => existsSync(join(folder, 'ready'))).toBe(true)
      await vi.advanceTimersByTimeAsync(602_000)
      expect((await ended).err).toBe(
        'cloudsec-fake: sweep: the command takes longer than 600s without any change; --timeout sets another limit\n',
      )
    } finally {
      letGo()
    }
  })
})
