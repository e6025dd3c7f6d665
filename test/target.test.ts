import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { parseAddress } from '../src/http/address.ts'
import { readTarget } from '../src/target.ts'

const host = 'localhost:4747'

describe('the target of a request', () => {
  it('is read as the WHATWG parser reads the whole URL', () => {
    const character = fc.constantFrom(...Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i)))
    const piece = fc.oneof(
      { weight: 4, arbitrary: character },
      {
        weight: 1,
        arbitrary: fc.constantFrom('/..', '/.', '%2e', '%2E%2e', '/@one', '/v1', '?', '#', '%41', "'", '%'),
      },
    )
    let plain = 0
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const target = `/${pieces.join('')}`
        fc.pre(!/^[^?]*\\/.test(target))
        const expected = parseAddress(new URL(`http://${host}${target}`).href)
        expect(readTarget(target, host)).toEqual(expected)
        plain += Number(expected.target === target)
      }),
      { numRuns: 2000 },
    )
    expect(plain).toBeGreaterThan(500)
  })

  it.each([
    ['/a\\b', host],
    ['x', host],
    ['http://', host],
    ['/', 'user@name'],
    ['/', 'bad host'],
  ])('%s of the host %s is refused', (target, given) => {
    expect(() => readTarget(target, given)).toThrow('invalid_request')
  })
})
