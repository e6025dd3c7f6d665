import * as z from 'zod/mini'

import { operations } from '../../src/app/areas.ts'
import { type Choices, createProfile, isAssumptionId, readChoices } from '../../src/assumptions/profile.ts'
import { type AssumptionId, assumptionIds, register } from '../../src/assumptions/register.ts'
import type { Row } from '../../src/assumptions/row.ts'
import { type Answer, toAnswers } from '../../src/drift/corpus.ts'
import { answersIn } from '../../src/drift/fit.ts'
import { vocabularyOf } from '../../src/drift/form.ts'
import { gather } from '../../src/drift/gather.ts'
import { toDriftReport } from '../../src/drift/report.ts'
import { createFake, type LocalFake } from '../../src/index.ts'
import { lazily, remembered } from '../../src/lib/lazily.ts'
import { matchPath } from '../../src/lib/path-template.ts'
import { createSender } from '../../src/resolve/send.ts'

/** An answer of a service, as a plant may change it. */
export interface Planting {
  /** Id of the operation; empty for another request. */
  readonly operation: string
  status: number
  headers: Headers
  /** The body as JSON. */
  json: any
  /** What is sent in its place (the JSON). */
  text?: string
}

export type Plant = (answer: Planting) => void

const object = z.record(z.string(), z.unknown())

/** The `fetch` of a service that answers as a fake does, but for what is planted. */
export function planted(fake: LocalFake, plant: Plant): LocalFake['fetch'] {
  return async (url, init) => {
    const request = new Request(url, init)
    const response = await fake.fetch(request)
    const { pathname } = new URL(request.url)
    const found = operations.filter(
      (one) => one.method === request.method && matchPath(one.path, pathname) !== undefined,
    )
    const text = await response.text()
    if (text === '') return new Response(null, response)
    const answer: Planting = {
      operation: found.find(({ path }) => pathname.endsWith(path))?.id ?? found[0]?.id ?? '',
      status: response.status,
      headers: new Headers(response.headers),
      json: JSON.parse(text),
    }
    plant(answer)
    return new Response(answer.text ?? JSON.stringify(answer.json), { status: answer.status, headers: answer.headers })
  }
}

/** A fake for documents and services, which are sandboxes of it. */
const shared = lazily(() => createFake({ clock: '2026-07-01T12:17:05Z', maxSandboxes: 1000 }))

let sandboxes = 0

/** A sandbox of its own with some choices. */
async function sandboxWith(choices: Choices) {
  const fake = await shared()
  sandboxes += 1
  const sandbox = fake.sandbox(`service-${sandboxes}`)
  await sandbox.assumptions.set(choices)
  return { fake, sandbox }
}

/** The document of a fake with some choices. */
const documentBy = remembered(async (text: string) => {
  const { fake, sandbox } = await sandboxWith(readChoices(object.parse(JSON.parse(text))))
  const answer = await fake.fetch(new URL(`/@${sandbox.name}/openapi.json`, fake.baseUrl))
  await sandbox.delete()
  return object.parse(await answer.json())
})

/** The rows that documents show in answers; the others need no document of their own. */
const shown = lazily(async () => {
  const usual = answersIn(await documentBy('{}')).text
  const rows = assumptionIds.map(async (id): Promise<readonly AssumptionId[]> => {
    const { options }: Row = register[id]
    const choices = options === 'whole_number' ? [] : Object.keys(options)
    const texts = choices.map(async (option) => answersIn(await documentBy(JSON.stringify({ [id]: option }))).text)
    return (await Promise.all(texts)).some((text) => text !== usual) ? [id] : []
  })
  return new Set((await Promise.all(rows)).flat())
})

export async function documentOf(choices: Choices) {
  const rows = await shown()
  const relevant = Object.entries(createProfile(choices)).filter(([id]) => isAssumptionId(id) && rows.has(id))
  return documentBy(JSON.stringify(Object.fromEntries(relevant)))
}

/** Reads a service in this process, as `drift --base-url` does. */
export async function readService(choices: Choices, plant: Plant = () => {}) {
  const { fake, sandbox } = await sandboxWith(choices)
  const send = createSender({ fetch: planted(fake, plant), baseUrl: sandbox.baseUrl, keys: { main: sandbox.apiKey } })
  const { seen, choices: found, stopped } = await gather(operations, send, [])
  await sandbox.delete()
  return { answers: toAnswers(seen, operations, vocabularyOf(await documentOf({}))), choices: found, stopped }
}

/** What `drift --base-url` finds in a service. @param earlier the answers of a corpus */
export async function driftOf(profile: Choices, plant?: Plant, earlier?: readonly Answer[]) {
  const { answers, choices, stopped } = await readService(profile, plant)
  return { ...(await toDriftReport({ answers, earlier, choices, documentOf })), stopped, answers }
}
