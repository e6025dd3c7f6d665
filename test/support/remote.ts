import { onTestFinished } from 'vitest'

import { startFake } from '../../src/index.ts'
import { cli } from './command.ts'

/** A fake that runs until the test ends, and a command line on it. */
export async function serve(options: Parameters<typeof startFake>[0] = {}) {
  const fake = await startFake({ clock: 'frozen', ...options })
  onTestFinished(() => fake.close())
  const { origin } = new URL(fake.baseUrl)
  const on = (...args: readonly string[]) => cli(...args, '--url', origin)
  return { fake, origin, on }
}
