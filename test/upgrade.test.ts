import { fileURLToPath } from 'node:url'

import { expect, it } from 'vitest'

import { cli } from './support/command.ts'

/** Files as 0.1.0 read them; that version was started with each. */
const folder = fileURLToPath(new URL('upgrade', import.meta.url))

it('files of 0.1.0 are read', async () => {
  const { code, out } = await cli('check', '--config', `${folder}/read/cloudsec-fake.config.json`)
  expect([code, out]).toEqual([0, expect.stringMatching(/^checked .*: no problems\n$/)])
})

it('a form of 0.1.0 that is read no longer is refused with what would be right', async () => {
  const refused = `${folder}/refused`
  const { code, out } = await cli('check', '--fixtures', `${refused}/fixtures`, '--scenarios', `${refused}/scenarios`)
  expect([code, out.replaceAll(`${refused}/`, '').split('\n').slice(0, -2)]).toEqual([
    1,
    [
      'fixtures/resources.json: [0].details.public_ip: expected an IP address, such as 203.0.113.7, got "db.example.com"',
      'scenarios/error-without-body.json: rules[0].then.status: expected a status that has a body, got 204',
      'scenarios/no-operation.json: rules[0].when: expected conditions that some operation can meet, got an object',
      'scenarios/no-slash.json: rules[0].when.path: expected a path, such as /cloud/resources, got "cloud/*"',
      'scenarios/patched-reset.json: rules[0].then.patch: expected no patch together with the fault reset, which discards it, got an object',
    ],
  ])
})
