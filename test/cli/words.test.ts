import { describe, expect, it } from 'vitest'

import { cli, command, done, usage, withEnv } from '../support/command.ts'
import { serve } from '../support/remote.ts'

describe('a word that is no command', () => {
  it.each(['nope', 'swagger', 'backup', 'constructor'])('%s leads to the help', async (word) => {
    expect(await cli(word)).toEqual(usage(`"${word}" is not a command. cloudsec-fake --help lists them.`))
  })

  it.each([
    ['strat', 'start'],
    ['srat', 'start'],
    ['recrod', 'record'],
    ['xclock', 'clock'],
    ['scenarios', 'scenario'],
    ['sandbox', 'sandboxes'],
  ])('%s is a typo of %s', async (word, name) => {
    expect(await cli(word)).toEqual(usage(`"${word}" is not a command. Did you mean ${name}?`))
  })
})

describe('a typo of a command that loses something', () => {
  it.each([
    ['', 'rest'],
    ['', 'resett'],
    ['', 'claer'],
    ['requests', 'claer'],
    ['record', 'delet'],
    ['sandboxes', 'delete-it'],
    ['snapshot', 'laod'],
    ['keys', 'REVOKE'],
  ])('%s %s is refused, and nothing suggests it', async (group, word) => {
    const { code, err } = await cli(...group.split(' ').filter(Boolean), word)
    expect([code, err]).toEqual([2, expect.stringContaining(`"${word}" is not `)])
    expect(err).not.toMatch(/Did you mean .*(reset|clear|delete|load|revoke)/)
  })

  it.each([
    ['requests', 'verfy', 'verify'],
    ['record', 'crate', 'create'],
    ['snapshot', 'sav', 'save'],
    ['tls', 'sho', 'show'],
  ])('%s %s is one of a harmless command', async (group, word, name) => {
    expect((await cli(group, word)).err).toMatch(new RegExp(`"${word}" is not one of .*\\. Did you mean ${name}\\?\n$`))
  })
})

describe('--json', () => {
  it.each([
    [['scenario']],
    [['scenario', 'show', 'slow']],
    [['keys', 'list']],
    [['env']],
    [['reset']],
    [['conduct']],
    [['requests', 'coverage']],
    [['record', 'list', 'jobs']],
  ])('%j is --format json', async (words) => {
    const { on } = await serve()
    const json = await on(...words, '--format', 'json')
    expect(json.code).toBe(0)
    expect(typeof JSON.parse(json.out)).toBe('object')
    expect(await on(...words, '--json')).toEqual(json)
  })

  it.each([['scenario'], ['record list jobs'], ['env'], ['resolve'], ['sweep']])(
    'contradicts another format of %s',
    async (words) => {
      const ran = await cli(...words.split(' '), '--json', '--format', words === 'env' ? 'shell' : 'text')
      expect(ran).toEqual(
        usage(`--json: short for --format json; remove --format ${words === 'env' ? 'shell' : 'text'}`),
      )
    },
  )

  it('may stand beside --format json', async () => {
    const { on } = await serve()
    expect(await on('clock', '--json', '--format', 'json')).toEqual(await on('clock', '--json'))
  })

  it('is no flag of a command without a format', async () => {
    expect(await cli('wait', '--json')).toEqual(usage("unknown option '--json'"))
  })
})

describe('the address of wait', () => {
  it('may be an argument', async () => {
    const { fake } = await serve()
    const { origin } = new URL(fake.baseUrl)
    expect(await cli('wait', fake.baseUrl)).toEqual(done(`ready: ${origin}\n`))
    expect(await cli('wait', `${origin}/@box/v1`)).toEqual(done(`ready: ${origin}/@box\n`))
  })

  it('is given once, and is a URL', async () => {
    const twice = await cli('wait', 'http://127.0.0.1:1', '--url', 'http://127.0.0.1:1')
    expect(twice).toEqual(usage('wait: expected one URL, got --url and an argument'))
    expect((await cli('wait', 'nowhere')).code).toBe(2)
  })
})

describe('a duration that no command reads', () => {
  it.each([
    'start --port 0 --complete-after',
    'start --port 0 --delay',
    'wait --timeout',
    'exec --poll-every 1s --poll-every',
    'sweep --timeout',
    'resolve --base-url http://127.0.0.1:1/v1 --api-key x --wait',
  ])('%s names an example', async (line) => {
    const words = line.split(' ')
    const rest = ['exec', 'sweep'].includes(words[0] ?? '') ? ['--', 'true'] : []
    const { code, out, err } = await cli(...words, '1 h 30 m', ...rest)
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(`cloudsec-fake: ${words.at(-1)}: `)
    expect(err).toContain('"1 h 30 m"')
    expect(err).toContain('250ms, 30s, 1h30m or PT1H')
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
