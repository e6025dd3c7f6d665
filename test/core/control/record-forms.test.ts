import formats from 'ajv-formats'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { createFake } from '../../../src/index.ts'
import { builtIn, type Kind, kinds } from '../../support/record-admin.ts'

const body = z.object({
  requestBody: z.object({ content: z.object({ 'application/json': z.object({ schema: z.looseObject({}) }) }) }),
})
const document = z.object({
  paths: z.record(z.string(), z.object({ post: z.optional(body), patch: z.optional(body) })),
  components: z.looseObject({}),
})

/** The schemas of the bodies that create and change a record of a kind. */
async function bodiesOf(kind: Kind) {
  const fake = await createFake()
  const { paths, components } = document.parse(await (await fake.app.request('/_control/openapi.json')).json())
  const bodies = [paths[`/${kind}`]?.post, paths[`/${kind}/{name}`]?.patch]
  return bodies.map((operation) => ({ ...operation?.requestBody.content['application/json'].schema, components }))
}

describe('the document of the control plane', () => {
  it.each(kinds)('takes a record of %s, any part of one, and no other field', async (kind) => {
    for (const schema of await bodiesOf(kind)) {
      const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true, keywords: ['components'] })
      formats.default(ajv)
      const accepts = ajv.compile(schema)
      for (const row of builtIn(kind)) {
        expect(accepts(row), row['id']).toBe(true)
        for (const [name, value] of Object.entries(row)) expect(accepts({ [name]: value }), name).toBe(true)
      }
      expect(accepts({})).toBe(true)
      for (const wrong of [{ colour: 'red' }, { status: 7 }, { created_at: 'soon' }]) expect(accepts(wrong)).toBe(false)
    }
  })

  it.each<[kind: Kind, states: readonly string[]]>([
    ['assessments', ['pending', 'in_progress', 'failed', 'completed']],
    ['jobs', ['pending', 'running', 'completed', 'failed']],
  ])('has the states of %s', async (kind, states) => {
    const forms = z
      .looseObject({ anyOf: z.array(z.object({ properties: z.object({ status: z.object({ const: z.string() }) }) })) })
      .parse((await bodiesOf(kind))[0]).anyOf
    expect(forms.map(({ properties }) => properties.status.const)).toEqual(states)
  })
})
