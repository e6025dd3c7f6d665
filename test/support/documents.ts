import { hash } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { inject } from 'vitest'
import * as z from 'zod/mini'

import { createFake, type Fake } from '../../src/index.ts'
import { Contract } from './contract.ts'

/** Choices by assumption. */
export type Choices = Readonly<Record<string, string | number>>

const documentSchema = z.record(z.string(), z.unknown())

type Document = z.infer<typeof documentSchema>

const documents = new Map<string, Promise<Document>>()
const contracts = new Map<string, Promise<Contract>>()

/** A separate fake for the documents, because the fake under test may change. */
let documentFake: Promise<Fake> | undefined

/** The OpenAPI document of a new sandbox with some choices. Making it is slow, so all workers of a run share it. */
export function documentFor(choices: Choices): Promise<Document> {
  return remember(documents, choices, async (key) => {
    const file = join(inject('documentFolder'), `${hash('sha256', key)}.json`)
    const known = await readFile(file, 'utf8').catch(() => undefined)
    if (known !== undefined) return documentSchema.parse(JSON.parse(known))
    const text = await makeDocument(choices)
    await writeFile(`${file}.${process.pid}`, text)
    await rename(`${file}.${process.pid}`, file)
    return documentSchema.parse(JSON.parse(text))
  })
}

async function makeDocument(choices: Choices): Promise<string> {
  documentFake ??= createFake()
  const fake = await documentFake
  const sandbox = await fake.sandboxes.create()
  await sandbox.assumptions.set(choices)
  const answer = await fake.fetch(sandbox.controlUrl.replace('/_control', '/openapi.json'))
  await sandbox.delete()
  return await answer.text()
}

/** The document as a validator. */
export function contractFor(choices: Choices): Promise<Contract> {
  return remember(contracts, choices, async () => new Contract(await documentFor(choices)))
}

function remember<T>(known: Map<string, Promise<T>>, choices: Choices, make: (key: string) => Promise<T>): Promise<T> {
  const key = JSON.stringify(Object.entries(choices).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  const value = known.get(key) ?? make(key)
  known.set(key, value)
  return value
}
