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

describe.each(kinds)('the document of the control plane, about the body of %s', (kind: Kind) => {
  const schemas = async () => {
    const fake = await createFake()
    const { paths, components } = document.parse(await (await fake.app.request('/_control/openapi.json')).json())
    const bodies = [paths[`/${kind}`]?.post, paths[`/${kind}/{name}`]?.patch]
    return bodies.map((operation) => {
      const ajv = new Ajv2020({ strict: true, strictRequired: false, allowUnionTypes: true, keywords: ['components'] })
      formats.default(ajv)
      return ajv.compile({ ...operation?.requestBody.content['application/json'].schema, components })
    })
  }

  it('takes a record, and any part of one', async () => {
    for (const accepts of await schemas()) {
      for (const row of builtIn(kind)) {
        expect(accepts(row), row['id']).toBe(true)
        for (const [name, value] of Object.entries(row)) expect(accepts({ [name]: value }), name).toBe(true)
      }
      expect(accepts({})).toBe(true)
    }
  })

  it('takes no other field', async () => {
    for (const accepts of await schemas()) {
      expect(accepts({ colour: 'red' })).toBe(false)
      expect(accepts({ status: 7 })).toBe(false)
      expect(accepts({ created_at: 'soon' })).toBe(false)
    }
  })
})

describe('the document of the control plane', () => {
  it.each<[kind: Kind, states: readonly string[]]>([
    ['assessments', ['pending', 'in_progress', 'failed', 'completed']],
    ['jobs', ['pending', 'running', 'completed', 'failed']],
  ])('has the states of %s', async (kind, states) => {
    const fake = await createFake()
    const { paths } = document.parse(await (await fake.app.request('/_control/openapi.json')).json())
    const schema = paths[`/${kind}`]?.post?.requestBody.content['application/json'].schema
    const forms = z
      .object({ anyOf: z.array(z.object({ properties: z.object({ status: z.object({ const: z.string() }) }) })) })
      .parse(schema).anyOf
    expect(forms.map(({ properties }) => properties.status.const)).toEqual(states)
  })
})
