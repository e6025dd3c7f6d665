import { type Command, Option } from 'commander'

import { readUrl, reasonOf } from '../../core/control/client/connect.ts'
import { controlPath } from '../../core/control/path.ts'
import { prefixOf } from '../../core/http/address.ts'
import { InputError, renamed } from '../../core/lib/input-error.ts'
import { requireSandboxName } from '../../core/sandbox/sandboxes.ts'
import { waitOnWall } from '../../core/time/clock.ts'
import { parseDuration } from '../../core/time/duration.ts'
import type { Io } from '../io.ts'
import { addAddressFlags, targetFields, type RemoteFlags, targetOf } from '../remote.ts'

interface WaitFlags extends Pick<RemoteFlags, 'url' | 'sandbox'> {
  readonly timeout: string
}

const intervalMs = 100

const attemptMs = 1_000

export function addWait(program: Command, io: Io): void {
  addAddressFlags(program.command('wait').description('wait until a fake is ready'))
    .argument('[url]', 'as --url')
    .addOption(new Option('--timeout <duration>', 'the longest wait').default('30s'))
    .action(async (given: string | undefined, { timeout, ...flags }: WaitFlags, command: Command) => {
      const endMs = performance.now() + parseDuration(timeout, '--timeout')
      if (given !== undefined && command.getOptionValueSource('url') === 'cli')
        throw new InputError('wait: expected one URL, got --url and an argument')
      const address = addressOf(given === undefined ? flags : { ...flags, url: given })
      const url = `${address}${controlPath}/ready`
      for (;;) {
        const state = await ask(url, Math.ceil(Math.max(intervalMs, Math.min(attemptMs, endMs - performance.now()))))
        if (state === ready) return io.out(`ready: ${address}\n`)
        if (performance.now() >= endMs) throw new Error(`no fake was ready at ${url} within ${timeout}: ${state}`)
        await waitOnWall(intervalMs)
      }
    })
}

const ready = 'it is ready'

async function ask(url: string, limitMs: number): Promise<string> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(limitMs) })
    await response.body?.cancel()
    return response.status === 200 ? ready : `it answered with status ${response.status}`
  } catch (error) {
    return error instanceof DOMException ? 'it does not answer' : `nothing answers there (${reasonOf(error)})`
  }
}

function addressOf(flags: Pick<WaitFlags, 'url' | 'sandbox'>): string {
  const target = targetOf(flags)
  try {
    const { origin, name } = readUrl(target.url)
    const { sandbox = name } = flags
    requireSandboxName(sandbox)
    return origin + prefixOf(sandbox)
  } catch (error) {
    throw renamed(error, targetFields(target.givenBy))
  }
}
