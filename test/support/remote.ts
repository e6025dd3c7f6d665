import { onTestFinished } from 'vitest'

import { type Fake, startFake } from '../../src/index.ts'
import { cli } from './command.ts'

/** Starts a fake until the test ends. @returns also `on`, which runs a command against it */
export async function serve(options: Parameters<typeof startFake>[0] = {}) {
  const fake = await startFake({ clock: 'frozen', ...options })
  onTestFinished(() => fake.close())
  const { origin } = new URL(fake.baseUrl)
  const on = (...args: readonly string[]) => cli(...args, '--url', origin)
  return { fake, origin, on }
}

/** Requests paths of a fake's API, one after another. */
export async function ask(
  { baseUrl, apiKey }: Pick<Fake, 'baseUrl' | 'apiKey'>,
  ...paths: readonly string[]
): Promise<void> {
  for (const path of paths) {
    await (await fetch(baseUrl + path, { headers: { Authorization: `Bearer ${apiKey}` } })).text()
  }
}
