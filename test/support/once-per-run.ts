import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

import { inject } from 'vitest'

/** Makes something with the first test that needs it, for all workers of the run. @returns the result of `make` */
export async function oncePerRun(name: string, make: (folder: string) => Promise<string>): Promise<string> {
  const folder = inject('buildFolder')
  const [started, finished] = [join(folder, `${name}.started`), join(folder, `${name}.finished`)]
  while (!existsSync(finished)) {
    if (await isMade(started)) await makeOrGiveUp(folder, started, finished, make)
    else await wait(50)
  }
  return await readFile(finished, 'utf8')
}

/** Creates a folder. @returns true if it did not exist */
async function isMade(folder: string): Promise<boolean> {
  return await mkdir(folder).then(
    () => true,
    () => false,
  )
}

/** Makes it. After a failure, the next test tries again. */
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
