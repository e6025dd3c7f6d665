import { describe, expect, it } from 'vitest'

import { suiteOf } from './support/suite.ts'

/** A runner of tests that each have a sandbox, named as the fixtures do, and a report. */
const runner = `
const sandboxOf = (name, i) => name.split(' > ').at(-1).replaceAll(' ', '-') + '-0123abc' + i
const tests = []
const test = (name, body) => tests.push({ name, body })
process.on('beforeExit', async () => {
  const failed = []
  for (const [i, { name, body }] of tests.splice(0).entries()) {
    const at = base.replace(/\\/(?=v1$)/, '/@' + sandboxOf(name, i) + '/')
    const ask = async (path) => {
      const response = await fetch(at + path, { headers: { Authorization: 'Bearer ' + key } })
      return { code: response.status, ...JSON.parse(await response.text()) }
    }
    await body(ask).catch((error) => failed.push([name, error.message]))
  }
  if (failed.length === 0) return
  const shown = failed.map(([name, why]) => '<testcase name="' + name.replaceAll('>', '&gt;') + '"><failure message="' + why + '"/></testcase>')
  console.log('<testsuites><testsuite name="s">' + shown.join('') + '</testsuite></testsuites>')
  process.exitCode = 1
})
const need = (isRight, why) => { if (!isRight) throw new Error(why) }
const again = async (ask, path) => await ask(path).catch(() => ask(path))
`

describe('tests with sandboxes of their own', () => {
  it('share runs: what breaks each of them is found at once', async () => {
    const { sweep } = suiteOf(`${runner}
      test('a limit', async (ask) => need((await again(ask, '/cloud/resources?limit=500')).code === 400, 'taken'))
      test('a wrong id', async (ask) => need((await again(ask, '/cloud/resources/nope')).code === 400, 'found'))
      test('a list', async (ask) => need((await again(ask, '/cloud/resources?limit=2')).data.length === 2, 'short'))`)
    const only = ['--only', 'limitAboveMax', 'resourceIdFormat', 'reset']
    const { broken, passed, runs, findings } = await sweep(...only)
    expect(broken.toSorted()).toEqual(['limitAboveMax=clamp', 'resourceIdFormat=opaque'])
    expect(passed).toEqual(expect.arrayContaining(['reset@getResource', 'reset@listResources']))
    expect(findings.map(({ tests }) => tests.map(({ name }) => name))).toEqual([['a wrong id'], ['a limit']])
    // Two for the baseline, and one at a time for all tests: the options, each alone, their others, and the fault.
    expect(runs).toBeLessThanOrEqual(7)
  })

  it('show the same findings whatever runs at once', async () => {
    const { sweep } = suiteOf(`${runner}
      for (const name of ['one', 'two', 'three']) {
        test(name, async (ask) => need((await ask('/cloud/resources?limit=2')).data?.length === 2, 'short'))
      }`)
    const only = ['--only', 'service_unavailable', 'internal_error', 'empty', 'rate_limit_exceeded', 'hang@getJob']
    const [one, two] = [await sweep('--jobs', '1', ...only), await sweep('--jobs', '4', ...only)]
    expect(one.broken).toEqual(['service_unavailable@listResources', 'rate_limit_exceeded'])
    expect(two.broken).toEqual(one.broken)
  })

  it('are run with one change each where it is not clear which of them failed', async () => {
    const { sweep } = suiteOf(`${runner}
      test('a limit', async (ask) => { if ((await ask('/cloud/resources?limit=500')).code !== 400) process.exit(7) })
      test('a wrong id', async (ask) => need((await ask('/cloud/resources/nope')).code === 400, 'found'))`)
    const { broken, findings } = await sweep('--only', 'limitAboveMax', 'resourceIdFormat')
    expect(broken.toSorted()).toEqual(['limitAboveMax=clamp', 'resourceIdFormat=opaque'])
    expect(findings.find(({ id }) => id === 'limitAboveMax=clamp')).toMatchObject({ exitCode: 7, tests: [] })
  })

  it.each([
    ['the end of the name of another one', 'a list', 'reads a list'],
    ['the name of one in another suite', 'jobs > reads a list', 'resources > reads a list'],
  ])('break by nothing that breaks %s', async (_, sound, broken) => {
    const { sweep } = suiteOf(`${runner}
      test('${sound}', async (ask) => need((await ask('/cloud/resources?limit=500')).code > 0, 'failed'))
      test('${broken}', async (ask) => need((await ask('/cloud/resources/nope')).code === 400, 'found'))`)
    const report = await sweep('--only', 'limitAboveMax', 'resourceIdFormat')
    expect(report.broken).toEqual(['resourceIdFormat=opaque'])
    expect(report.passed).toContain('limitAboveMax=clamp')
  })

  it('are tried together where one has no sandbox', async () => {
    const { sweep } = suiteOf(`${runner}
      test('a limit', async (ask) => need((await ask('/cloud/resources?limit=500')).code === 400, 'taken'))
      test('another', async () => need((await api('/cloud/resources?limit=500')).code === 400, 'taken'))`)
    const { broken, findings } = await sweep('--only', 'limitAboveMax')
    expect(broken).toEqual(['limitAboveMax=clamp'])
    expect(findings[0]?.tests.map(({ name }) => name)).toEqual(['a limit', 'another'])
  })

  it('find what another finding hid', async () => {
    const { sweep } = suiteOf(`${runner}
      test('both', async (ask) => {
        need((await ask('/cloud/resources?limit=500')).code === 400, 'taken')
        need((await ask('/cloud/resources/nope')).code === 400, 'found')
      })
      test('neither', async (ask) => need((await ask('/cloud/resources?limit=2')).code === 200, 'failed'))`)
    const { broken } = await sweep('--only', 'limitAboveMax', 'resourceIdFormat')
    expect(broken.toSorted()).toEqual(['limitAboveMax=clamp', 'resourceIdFormat=opaque'])
  })
})
