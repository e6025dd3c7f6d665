import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { readAccepted, reasonFor, writeAccepted } from '../../../src/tools/sweep/accepted.ts'
import { writeFixtures } from '../../support/fixtures.ts'

async function fileOf(content: unknown): Promise<string> {
  return join(await writeFixtures({ 'accepted.json': content }), 'accepted.json')
}

const clamp = { id: 'limitAboveMax=clamp', reason: 'agreed with the owners on 3 May' }

describe('a file of accepted findings', () => {
  it('has the reason of each', async () => {
    const accepted = readAccepted(await fileOf({ findings: [clamp] }))
    expect(reasonFor('limitAboveMax=clamp', accepted)).toBe('agreed with the owners on 3 May')
    expect(reasonFor('limitAboveMax', accepted)).toBeNull()
    expect(reasonFor('constructor', accepted)).toBeNull()
  })

  it('takes further findings, keeps the others, and is read again', async () => {
    const file = await fileOf({ $schema: './accepted.schema.json', findings: [clamp] })
    const text = writeAccepted(readAccepted(file), [{ id: 'reset@getJob' }, { id: clamp.id }])
    expect(JSON.parse(text)).toEqual({
      $schema: './accepted.schema.json',
      findings: [clamp, { id: 'reset@getJob', reason: 'to be discussed: write here why it is accepted' }],
    })
    writeFileSync(file, text)
    expect(writeAccepted(readAccepted(file), [{ id: 'reset@getJob' }])).toBe(text)
  })

  it.each([
    ['{', 'not valid JSON ('],
    [{}, 'findings: required, but missing'],
    [{ findings: [{ id: ' ', reason: 'a' }] }, 'findings[0].id: expected the id of a finding, got " "'],
    [{ findings: [{ id: 'reset' }] }, 'findings[0].reason: required, but missing'],
    [{ findings: [{ id: 'reset', reason: '' }] }, 'findings[0].reason: expected why it is accepted, got ""'],
    [{ findings: [clamp, clamp] }, 'findings: id: must not contain duplicates'],
  ])('is refused with its field and its value: %j', async (content, message) => {
    const file = await fileOf(content)
    expect(() => readAccepted(file)).toThrow(`${file}: ${message}`)
  })

  it('is refused where there is none', () => {
    expect(() => readAccepted('missing.json')).toThrow('missing.json: cannot be read (ENOENT')
  })
})
