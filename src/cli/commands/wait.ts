import { type Command, Option } from 'commander'

import { readUrl, reasonOf } from '../../control/client/connect.ts'
import { controlPath } from '../../control/path.ts'
import { problemBody } from '../../control/problem.ts'
import { prefixOf } from '../../http/address.ts'
import { renamed } from '../../lib/input-error.ts'
import { tryJson } from '../../lib/try-json.ts'
import { requireSandboxName } from '../../sandbox/sandboxes.ts'
import { waitOnWall } from '../../time/clock.ts'
import { parseDuration } from '../../time/duration.ts'
import type { Io } from '../io.ts'
import { addAddressFlags, namesOfTarget, type RemoteFlags, targetOf } from '../remote.ts'

interface WaitFlags extends Pick<RemoteFlags, 'url' | 'sandbox'> {
  readonly timeout: string
}

const intervalMs = 100

const tryMs = 1_000

/** The reason of a try that reached its limit. */
const silent = 'it does not answer'

export function addWait(program: Command, io: Io): void {
  addAddressFlags(program.command('wait').description('wait until a fake is ready'))
    .addOption(new Option('--timeout <duration>', 'the longest wait').default('30s'))
    .action(async ({ timeout, ...flags }: WaitFlags) => {
      const timeoutMs = parseDuration(timeout, '--timeout')
      const address = addressOf(flags)
      const url = `${address}${controlPath}/ready`
      const last = await waitFor(url, timeoutMs)
      if (last !== 'ready') throw new Error(`no fake was ready at ${url} within ${timeout}: ${last}`)
      io.out(`ready: ${address}\n`)
    })
}

/** Asks until the fake is ready or the time is up. @returns `ready`, or why the last try failed */
async function waitFor(url: string, timeoutMs: number): Promise<string> {
  const endMs = performance.now() + timeoutMs
  let last = silent
  for (;;) {
    const limitMs = Math.max(intervalMs, Math.min(tryMs, Math.ceil(endMs - performance.now())))
    const said = await tryOnce(url, limitMs)
    // A try that the end of the wait cuts short says less than the one before it.
    if (said !== silent || limitMs === tryMs) last = said
    const leftMs = endMs - performance.now()
    if (last === 'ready' || leftMs <= 0) return last
    await waitOnWall(Math.min(intervalMs, leftMs))
  }
}

async function tryOnce(url: string, limitMs: number): Promise<string> {
  try {
    const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(limitMs) })
    const text = await response.text()
    return response.status === 200 ? 'ready' : `it answered with status ${response.status}${detailIn(text)}`
  } catch (error) {
    return error instanceof DOMException ? silent : `nothing answers there (${reasonOf(error)})`
  }
}

function detailIn(text: string): string {
  const problem = problemBody().safeParse(tryJson(text)).data
  return problem === undefined ? '' : ` (${problem.detail})`
}

function addressOf(flags: Pick<WaitFlags, 'url' | 'sandbox'>): string {
  const target = targetOf(flags)
  try {
    const { origin, name } = readUrl(target.url)
    const { sandbox = name } = flags
    requireSandboxName(sandbox)
    return origin + prefixOf(sandbox)
  } catch (error) {
    throw renamed(error, namesOfTarget(target))
  }
}
