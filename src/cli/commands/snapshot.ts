import { within } from '../../lib/input-error.ts'
import { writeOutput } from '../config/files.ts'
import { type Actions, Shown } from '../group.ts'

export const snapshotActions: Actions = {
  'snapshot save': async ({ client: { name, snapshot }, args: [file = ''] }) => {
    const text = `${JSON.stringify(await snapshot.save())}\n`
    writeOutput(file, text, file)
    return new Shown({ sandbox: name, file, bytes: Buffer.byteLength(text) }, `saved: ${name} to ${file}`)
  },
  'snapshot load': async ({ client, input, args: [file = ''] }) => {
    await client.snapshot.load(input).catch((error: unknown) => {
      throw within(file, error)
    })
    return new Shown(await client.summary(), `loaded: ${client.name} from ${file}`)
  },
}
