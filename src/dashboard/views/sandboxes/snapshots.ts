import { change, read } from '../../state/ask.ts'
import { attempt, say } from '../../state/toasts.ts'
import { confirm } from '../../ui/dialog.tsx'
import { saveFile } from '../../ui/save-file.ts'

/** Saves a sandbox as a file. */
export async function saveSnapshot(sandbox: string): Promise<void> {
  await attempt(async () => {
    const snapshot = await read<unknown>('/snapshot', { sandbox })
    saveFile(`${sandbox}.snapshot.json`, JSON.stringify(snapshot, null, 2))
    say(`The snapshot of ${sandbox} is saved.`)
  })
}

/** Lets the user choose a file. @returns undefined where none was chosen */
async function chooseFile(): Promise<File | undefined> {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = '.json,application/json'
  return await new Promise((resolve) => {
    input.addEventListener('change', () => resolve(input.files?.[0]))
    input.addEventListener('cancel', () => resolve(undefined))
    input.click()
  })
}

/** Reads a file of JSON. @throws Error for any other */
async function readJson(file: File): Promise<unknown> {
  const text = await file.text()
  try {
    return JSON.parse(text)
  } catch {
    throw new Error(`${file.name} is not JSON. Choose a file that "Save snapshot" or "snapshot save" wrote.`)
  }
}

/** Replaces a sandbox by the snapshot in a file, after a question. */
export async function loadSnapshot(sandbox: string): Promise<void> {
  const file = await chooseFile()
  if (file === undefined) return
  await attempt(async () => {
    const body = await readJson(file)
    confirm({
      title: `Load ${file.name} into ${sandbox}?`,
      text: `The snapshot replaces everything in ${sandbox}.`,
      verb: 'Load snapshot',
      work: () => change('PUT', '/snapshot', { sandbox, body }),
      done: `${sandbox} is as in ${file.name}.`,
    })
  })
}
