import * as z from 'zod/mini'

import { answeredAreas } from '../../src/cli/captured-fake.ts'
import { operations } from '../../src/core/app/areas.ts'
import { type Choices, readChoices } from '../../src/core/assumptions/profile.ts'
import { lazily, memoize } from '../../src/core/lib/lazily.ts'
import { isJsonObject } from '../../src/core/lib/merge-patch.ts'
import { matchPath } from '../../src/core/lib/path-template.ts'
import { tryJson } from '../../src/core/lib/try-json.ts'
import { createFake, type LocalFake } from '../../src/index.ts'
import { inferChoices } from '../../src/tools/capture/assemble.ts'
import { toDriftReport } from '../../src/tools/drift/compare.ts'
import { toAnswers } from '../../src/tools/drift/corpus.ts'
import { vocabularyOf } from '../../src/tools/drift/form.ts'
import { gather } from '../../src/tools/drift/gather.ts'
import { at } from '../../src/tools/resolve/recorded-exchange.ts'
import { createSender } from '../../src/tools/resolve/send.ts'

/** An answer of a service. */
export interface ServiceAnswer {
  /** Id of the operation; empty for another request. */
  readonly operation: string
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

/** Changes parts of an answer, so that a service differs from the fake. */
export type Plant = (answer: ServiceAnswer) => Partial<ServiceAnswer>

const object = z.record(z.string(), z.unknown())

/**
 * Changes a value at a pointer in the bodies of some answers; `*` stands for each item.
 * @param which the id of a served operation, `errors` or `all`
 * @param change gets the value and the position of its item; undefined removes the field
 */
export const plantAt =
  (which: string, pointer: string, change: (value: unknown, place: number) => unknown): Plant =>
  ({ operation, text }) => {
    const json = tryJson(text)
    const isServed = at(json, 'status') === 'success'
    const isMeant = isServed ? operation === which : which === 'errors'
    if (json === undefined || !(isMeant || which === 'all')) return {}
    return { text: JSON.stringify(edit(json, pointer.split('/').slice(1), change)) }
  }

function edit(
  value: unknown,
  [name, ...rest]: readonly string[],
  change: Parameters<typeof plantAt>[2],
  place = 0,
): unknown {
  if (name === undefined) return change(value, place)
  if (Array.isArray(value)) return name === '*' ? value.map((item, i) => edit(item, rest, change, i)) : value
  if (!isJsonObject(value)) return value
  const inner = edit(value[name], rest, change, place)
  const others = Object.entries(value).filter(([key]) => key !== name)
  return Object.fromEntries(inner === undefined ? others : [...others, [name, inner]])
}

/** The `fetch` of a service that answers like a fake, except for a plant. */
function planted(fake: LocalFake, plant: Plant): LocalFake['fetch'] {
  return async (url, init) => {
    const request = new Request(url, init)
    const response = await fake.fetch(request)
    const { pathname } = new URL(request.url)
    const found = operations.filter(
      (one) => one.method === request.method && matchPath(one.path, pathname) !== undefined,
    )
    const operation = (found.find(({ path }) => pathname.endsWith(path)) ?? found[0])?.id ?? ''
    const { status } = response
    const headers = Object.fromEntries(response.headers)
    const before = { operation, status, headers, text: await response.text() }
    const answer = { ...before, ...plant(before) }
    return new Response(answer.text === '' ? null : answer.text, { status: answer.status, headers: answer.headers })
  }
}

/** A fake whose sandboxes are the services, and make documents. */
const shared = lazily(() => createFake({ clock: '2026-07-01T12:17:05Z' }))

let sandboxes = 0

/** Creates a sandbox with some choices. */
async function sandboxWith(choices: Choices) {
  const fake = await shared()
  sandboxes += 1
  const sandbox = fake.sandbox(`service-${sandboxes}`)
  await sandbox.assumptions.set(choices)
  return { fake, sandbox }
}

/** The document of a fake with some choices. */
const documentBy = memoize(async (text: string) => {
  const { fake, sandbox } = await sandboxWith(readChoices(object.parse(JSON.parse(text))))
  const answer = await fake.fetch(new URL(`/@${sandbox.name}/openapi.json`, fake.baseUrl))
  await sandbox.delete()
  return object.parse(await answer.json())
})

const vocabulary = lazily(async () => vocabularyOf(await documentBy('{}')))

/** Reads a service in this process, as `drift --base-url` does. */
export async function readService(choices: Choices, plant: Plant = () => ({})) {
  const { fake, sandbox } = await sandboxWith(choices)
  const send = createSender({ fetch: planted(fake, plant), baseUrl: sandbox.baseUrl, keys: { main: sandbox.apiKey } })
  const { seen, choices: found, stopped } = await gather({ operations, send })
  await sandbox.delete()
  const all = { ...inferChoices(answeredAreas, seen), ...found }
  return { answers: toAnswers(seen, operations, await vocabulary()), choices: all, stopped }
}

/** What `drift --base-url` finds in a service. @param known choices that the answers need not show */
export async function driftOf(profile: Choices, plant?: Plant, known: Choices = {}) {
  const { answers, choices, stopped } = await readService(profile, plant)
  const all = { ...choices, ...known }
  return { ...toDriftReport(answers, await documentBy(JSON.stringify(all)), all), stopped, answers }
}
