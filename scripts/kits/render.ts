import { createFake } from '../../src/index.ts'
import { kitCalls } from './calls.ts'
import { javaFile, renderJava } from './java.ts'
import { pythonFile, renderPython } from './python.ts'

/** Reads the OpenAPI document of the control plane. */
export async function readDocument(): Promise<unknown> {
  const fake = await createFake()
  const answer = await fake.fetch(`${fake.controlUrl}/openapi.json`)
  const document: unknown = await answer.json()
  await fake.close()
  return document
}

/** The control client of each kit, by its path. */
export async function renderKits(): Promise<ReadonlyMap<string, string>> {
  const calls = kitCalls(await readDocument())
  return new Map([
    [pythonFile, renderPython(calls)],
    [javaFile, renderJava(calls)],
  ])
}
