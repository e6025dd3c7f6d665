import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { readChoiceFile } from '../../../src/cli/config/choices.ts'
import { isJsonObject, type JsonObject } from '../../../src/core/lib/merge-patch.ts'
import { ask, capture, Pseudonymous, serveDrawn } from '../../support/capturing.ts'
import { profileOf, serve } from '../../support/resolving.ts'

const areas = [
  { path: '/cloud/resources', filters: ['type', 'provider', 'region'] },
  { path: '/security/assessments', filters: ['resource_type', 'resource_id'] },
  { path: '/data/analysis/jobs', filters: ['status', 'type'] },
] as const

const itemsOf = (answer: unknown): readonly JsonObject[] => {
  const data = isJsonObject(answer) && isJsonObject(answer['body']) ? answer['body']['data'] : undefined
  return Array.isArray(data) ? data.filter(isJsonObject) : []
}

const dateOf = (item: JsonObject): unknown => item['created_at'] ?? item['created_date'] ?? item['timestamp']

/** The queries of filters that an item passes. @param toText a text as the answering fake knows it */
function filtersFor(filters: readonly string[], item: JsonObject, toText: (text: string) => string): readonly string[] {
  const [tag] = Array.isArray(item['tags']) ? item['tags'].filter(isJsonObject) : []
  const values: JsonObject = { ...item, type: item['type'] ?? item['analysis_type'] }
  const encoded = (name: string, value: unknown, isMasked: boolean) =>
    `${name}=${encodeURIComponent(isMasked ? toText(String(value)) : String(value))}`
  const date = encodeURIComponent(String(dateOf(item)))
  return [
    ...filters.map((name) => encoded(name, values[name], name === 'resource_id')),
    ...(tag === undefined
      ? []
      : [`tag=${encodeURIComponent(`${toText(String(tag['key']))}:${toText(String(tag['value']))}`)}`]),
    ...(filters.includes('status') ? [`created_after=${date}`] : []),
    ...(filters.includes('resource_id') ? [`from_date=${date}`, `to_date=${date}`] : []),
  ]
}

describe('a fake of what was captured answers as the service', () => {
  it.each(Array.from({ length: 25 }, (_, seed) => seed))('profile %i', async (seed) => {
    const service = await serveDrawn(profileOf(seed), seed)
    const { code, err, out, output } = await capture(service.baseUrl)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).not.toContain('shown in another way')
    const assume = readChoiceFile(join(output, 'assumptions.json'))
    const fake = await serve({ fixtures: output, assume, clock: 'frozen' })
    const names = new Pseudonymous()
    for (const { path, filters } of areas) {
      const pages = ['', '?limit=100', '?limit=5', '?limit=5&page=2', '?limit=5&page=99']
      for (const query of pages) {
        const difference = names.difference(await ask(service, path + query), await ask(fake, path + query))
        expect(difference, path + query).toBeUndefined()
      }
      const items = itemsOf(await ask(service, `${path}?limit=100`))
      for (const item of items) {
        const id = String(item['id'])
        const [ours, theirs] = [id, names.of(id)].map((one) => `${path}/${encodeURIComponent(one)}`)
        expect(names.difference(await ask(service, ours ?? ''), await ask(fake, theirs ?? '')), ours).toBeUndefined()
      }
      for (const item of items.slice(0, 3)) {
        const [ours, theirs] = [(text: string) => text, (text: string) => names.of(text)].map((toText) =>
          filtersFor(filters, item, toText),
        )
        for (const [at, query] of (ours ?? []).entries()) {
          const answer = await ask(fake, `${path}?${theirs?.[at] ?? ''}`)
          expect(names.difference(await ask(service, `${path}?${query}`), answer), query).toBeUndefined()
        }
      }
    }
  })
})
