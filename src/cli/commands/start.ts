import type { Command } from 'commander'

import { drawToken } from '../../core/control/guard.ts'
import { urlsOf } from '../../core/control/path.ts'
import { InputError } from '../../core/lib/input-error.ts'
import { jsonLine, type Log } from '../../core/lib/log.ts'
import { toTable } from '../../core/lib/table.ts'
import { version } from '../../core/lib/version.ts'
import { versionPath } from '../../core/spec/version.ts'
import { addStartFlags } from '../config/flags.ts'
import { addFormatFlag } from '../config/format-flag.ts'
import { type Io, oneLine } from '../io.ts'
import { detachedVariable, portOf, type Recorded, recordRun } from '../runs/run-file.ts'
import { serve, type Serving } from '../serve.ts'

/** How long idle connections stay open after a stop: a client may be about to use one. */
const lingerMs = 200

interface StartFlags {
  readonly detach?: boolean
  readonly open?: boolean
  readonly endWithStdin?: boolean
  readonly printUrl?: boolean
  readonly format: string
}

export function addStart(program: Command, io: Io, line: readonly string[]): void {
  const start = program
    .command('start', { isDefault: true })
    .description('start the fake and serve it until it is stopped')
  addStartFlags(start, 'start')
    // These have no variable: with --detach for all commands, a container would end at once.
    .option('--detach', 'serve in the background, and return once it is ready')
    .option('--open', 'open the dashboard in the browser')
    .option('--end-with-stdin', 'stop when standard input ends, for a program that starts the fake')
  addFormatFlag(start, ['text', 'json'], 'output format of the ready message').action(
    async (flags: StartFlags, command: Command) => {
      rejectConflicts(flags)
      const { detach, open, endWithStdin, format } = flags
      const log = process.send && process.env[detachedVariable]
      delete process.env[detachedVariable]
      if (detach === true && log === undefined) return await (await import('../detach.ts')).detach(line, command, io)
      const id = drawToken()
      const serving = await serve(command, io, { showsRequests: io.isTerminal, runId: id })
      // Before any output, because a program that reads the banner may stop the fake at once.
      io.handleSignals()
      let removeRun = (): void => {}
      try {
        const known = { id, version, ...urlsOf(serving.listening.origin, serving.listening.controlOrigin) }
        if (log === undefined) {
          removeRun = tryRecordRun(known, serving.log)
          announce(serving, io, format)
        } else {
          const { rotateLog, nameLog, sendReady } = await import('../detach.ts')
          const named = nameLog(log, known.baseUrl)
          removeRun = recordRun({ ...known, log: named })
          rotateLog(named)
          sendReady((io) => announce(serving, io, format, named))
        }
        if (open === true)
          (await import('../open-page.ts')).openPage(`${serving.listening.controlOrigin}/`, serving.log)
        await Promise.race([io.stopped(), ...(endWithStdin === true ? [io.inputEnd()] : [])])
        serving.log.info('stopping: requests in progress may finish')
      } finally {
        await serving.close(lingerMs).finally(removeRun)
      }
    },
  )
}

/** @throws InputError for flags that exclude each other */
function rejectConflicts({ detach, endWithStdin, printUrl, format }: StartFlags): void {
  if (detach === true && endWithStdin === true)
    throw new InputError('standard input is empty in the background; use only one of them', {
      field: '--detach with --end-with-stdin',
    })
  if (printUrl === true && format === 'json')
    throw new InputError('both choose the output; use only one of them', {
      field: '--print-url with --format json',
    })
}

/** A container may have no folder to write to, and does not need the run file. */
function tryRecordRun(known: Omit<Recorded, 'log'>, log: Log): () => void {
  try {
    return recordRun({ ...known, log: null })
  } catch (error) {
    log.debug(() => `no run file, so status and stop do not know this fake: ${oneLine(error)}`)
    return () => {}
  }
}

/** @param log the log file of a fake in the background */
function announce(serving: Serving, io: Pick<Io, 'out' | 'err'>, format: string, log?: string): void {
  const { printUrl, logFormat } = serving.settings.command
  const facts = factsOf(serving)
  const { baseUrl, controlUrl, apiKey, token } = facts
  if (format === 'json') {
    io.out(`${JSON.stringify({ baseUrl, controlUrl, apiKey, token: token ?? null, pid: process.pid, version })}\n`)
    return
  }
  const json = logFormat === 'json' ? jsonLine : undefined
  if (!printUrl) io.out(`${json?.('info', 'ready', facts) ?? banner(facts, serving, log)}\n`)
  else {
    io.out(`${baseUrl}\n`)
    if (token !== undefined) io.err(`${json?.('info', 'control token', { token }) ?? `control token: ${token}`}\n`)
  }
}

type Facts = ReturnType<typeof factsOf>

function factsOf({ settings, core, listening: { origin, controlOrigin, controlToken } }: Serving) {
  // Only the fake knows a token that it drew. A given token may also protect other programs, so it is not shown.
  const token = settings.listen.controlToken === undefined ? controlToken : undefined
  // A browser does not send the fragment of a URL.
  const dashboard = `${controlOrigin}/${token === undefined ? '' : `#token=${encodeURIComponent(token)}`}`
  const { upstream } = settings.options
  return { version, ...urlsOf(origin, controlOrigin), dashboard, apiKey: core.apiKey ?? null, token, upstream }
}

function upstreamRow({ upstream, allowWrites }: Serving['settings']['options']): readonly string[][] {
  const methods = allowWrites ? 'creates too' : 'GET only'
  return upstream === undefined ? [] : [['Requests', `go to ${upstream} (${methods}); scenarios and rules still apply`]]
}

function banner(
  { baseUrl, controlUrl, dashboard, apiKey, token }: Facts,
  { listening: { origin, controlOrigin, controlToken, tls }, settings }: Serving,
  log: string | undefined,
): string {
  const hasAuthority = tls !== undefined && tls.ca !== null
  const flags = `--url ${controlOrigin}${controlToken === undefined ? '' : ` --control-token ${token ?? 'TOKEN'}`}`
  const rows = [
    ['Base URL', baseUrl],
    ['API key', apiKey ?? 'in your keys.json'],
    ...upstreamRow(settings.options),
    ['Control', controlUrl],
    ['Dashboard', dashboard],
    ...(hasAuthority ? [['Authority', `npx --no -- cloudsec-fake tls ca ${flags} > ca.pem`]] : []),
    ...(controlToken === undefined ? [] : [['Token', token ?? 'the given token; the dashboard asks for it']]),
    ...(log === undefined ? [] : [['Log', log]]),
    ['Sandboxes', `${origin}/@NAME${versionPath}: one sandbox for each NAME`],
  ]
  const key = `-H 'Authorization: Bearer ${apiKey ?? '<API_KEY>'}'`
  return `cloudsec-fake ${version} is ready

${toTable(rows).replaceAll(/^/gm, '  ')}

  curl ${hasAuthority ? '--cacert ca.pem ' : ''}${key} '${baseUrl}/cloud/resources?limit=2'

${log === undefined ? 'Ctrl+C' : `npx --no -- cloudsec-fake stop --port ${portOf(baseUrl)}`} stops it.`
}
