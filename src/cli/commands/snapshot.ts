import { writeFileSync } from 'node:fs'

import type { Command } from 'commander'

import { InputError } from '../../lib/input-error.ts'
import { readJsonFile } from '../../lib/json-files.ts'
import { oneLine } from '../format/one-line.ts'
import type { Io } from '../io.ts'
import { addGroup, addToGroup, print, type RemoteFlags, withFake } from '../remote.ts'

/** Adds the command `snapshot`. */
export function addSnapshot(program: Command, io: Io): void {
  const group = addGroup(program, 'snapshot', 'save a sandbox of a running fake, or load one')
  addToGroup(group, 'save <file>', 'write the whole sandbox to a JSON file').action(async (file: string) => {
    const flags = group.opts<RemoteFlags>()
    await withFake(flags, async ({ name, snapshot }) => {
      const text = JSON.stringify(await snapshot.save())
      write(file, `${text}\n`)
      print(io, flags, { sandbox: name, file, bytes: Buffer.byteLength(text) + 1 }, () => `saved: ${name} to ${file}`)
    })
  })
  addToGroup(group, 'load <file>', 'replace the sandbox by the one in a file').action(async (file: string) => {
    const flags = group.opts<RemoteFlags>()
    const { content } = readJsonFile(file)
    await withFake(flags, async (client) => {
      await client.snapshot.load(content).catch((error: unknown) => {
        throw error instanceof InputError ? new InputError(error.message, { field: file, cause: error }) : error
      })
      print(io, flags, await client.summary(), () => `loaded: ${client.name} from ${file}`)
    })
  })
}

/** @throws InputError where the file cannot be written */
function write(file: string, text: string): void {
  try {
    writeFileSync(file, text)
  } catch (error) {
    throw new InputError(`cannot be written (${oneLine(error)})`, { field: file, cause: error })
  }
}
