import { join } from 'node:path'

import { expect, it } from 'vitest'
import * as z from 'zod/mini'

import { ask, newFolder, Pseudonymous, readJson } from '../../support/capturing.ts'
import { cli } from '../../support/command.ts'
import { writeFixtures } from '../../support/fixtures.ts'
import { serve } from '../../support/resolving.ts'

const dataOf = (answer: unknown) =>
  z.looseObject({ body: z.looseObject({ data: z.array(z.looseObject({ id: z.string() })) }) }).parse(answer).body.data

it('makes fixtures from the recording of a browser', async () => {
  const service = await serve({ clock: 'frozen', assume: { listOrder: 'newest_first', resourceIdFormat: 'opaque' } })
  const browse = [
    '/cloud/resources',
    '/cloud/resources?page=2',
    '/security/assessments?limit=3',
    '/data/analysis/jobs?page=1',
  ]
  for (const path of browse) await ask(service, path)
  const shown = dataOf(await ask(service, '/cloud/resources?limit=5'))
  const ids = shown.map(({ id }) => id)
  for (const id of ids) await ask(service, `/cloud/resources/${id}`)
  const har = await (await fetch(`${service.controlUrl}/requests/har`)).text()
  const output = await newFolder()
  const file = join(await writeFixtures({ 'browser.har': har }), 'browser.har')
  const { code, err, out } = await cli('capture', '--har', file, '--output', output, '--json')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(JSON.parse(out)).toMatchObject({
    output,
    areas: [
      { name: 'resources', records: 40, whole: 5, extra: [], different: [] },
      { name: 'assessments', records: 3, whole: 0 },
      { name: 'jobs', records: 20, whole: 0 },
    ],
  })
  const assume = { listOrder: 'newest_first', resourceIdFormat: 'opaque' } as const
  expect(await readJson(output, 'assumptions.json')).toMatchObject(assume)
  const names = new Pseudonymous()
  const fake = await serve({ fixtures: output, assume, clock: 'frozen' })
  const page = dataOf(await ask(fake, '/cloud/resources?limit=5'))
  expect(names.difference(shown, page)).toBeUndefined()
  for (const id of ids) {
    const [answer, other] = [
      await ask(service, `/cloud/resources/${id}`),
      await ask(fake, `/cloud/resources/${names.of(id)}`),
    ]
    expect(names.difference(answer, other)).toBeUndefined()
  }
})
