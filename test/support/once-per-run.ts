import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { inject } from 'vitest'

/** Something that the first test that asks for it makes, for all workers of the run. @returns what `make` said of it */
export async function oncePerRun(name: string, make: (folder: string) => Promise<string>): Promise<string> {
  const folder = inject('buildFolder')
  const [started, finished] = [join(folder, `${name}.started`), join(folder, `${name}.finished`)]
  while (!existsSync(finished)) {
    if (await isMade(started)) await makeOrGiveUp(folder, started, finished, make)
    else await wait(50)
  }
  return await readFile(finished, 'utf8')
}

/** Makes a folder. @returns true if it was not there yet */
async function isMade(folder: string): Promise<boolean> {
  return await mkdir(folder).then(
    () => true,
    () => false,
  )
}

/** Makes it. A failure leaves the next test to try again. */
async function makeOrGiveUp(
  folder: string,
  started: string,
  finished: string,
  make: (folder: string) => Promise<string>,
): Promise<void> {
  try {
    await writeFile(`${finished}.part`, await make(folder))
    await rename(`${finished}.part`, finished)
  } catch (error) {
    await rm(started, { recursive: true })
    throw error
  }
}
