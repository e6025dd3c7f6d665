import { createCore } from '../app/create-core.ts'
import { type LocalFake, toLocalFake } from '../app/create-fake.ts'
import type { ListenOptions } from '../app/listen-options.ts'
import type { FakeOptions } from '../app/options.ts'
import { withoutAddress } from '../app/read-options.ts'
import { listen } from './listen.ts'

/**
 * Creates a fake and serves it over HTTP.
 * @throws InputError for an invalid option or file, or the system's error for the address (EADDRINUSE, EACCES, EADDRNOTAVAIL)
 */
export async function startFake(options: FakeOptions & ListenOptions = {}): Promise<LocalFake> {
  const core = await createCore(withoutAddress(options))
  return toLocalFake(core, await listen(core, options, { ownsProcess: false }))
}
