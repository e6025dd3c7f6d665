#!/usr/bin/env node
import { once } from 'node:events'
import module from 'node:module'

import { hasColour, inColour, visible } from './colour.ts'
import type { Io } from './io.ts'

// Node 22.8 and later cache compiled code for later starts.
const enableCompileCache: unknown = Reflect.get(module, 'enableCompileCache')
if (typeof enableCompileCache === 'function') Reflect.apply(enableCompileCache, module, [])

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const

/** The longest time that unread output may delay the exit. */
const flushMs = 500

let handlesSignals = false
let stop: Promise<void> | undefined

function onSignal(tell: (signal: NodeJS.Signals) => void): () => void {
  handlesSignals = true
  for (const signal of signals) process.on(signal, tell)
  return () => {
    for (const signal of signals) process.off(signal, tell)
  }
}

function takeSignals(): Promise<void> {
  stop ??= new Promise((resolve) => {
    let isAsked = false
    onSignal((signal) => {
      // Two programs may stop the fake at once.
      if (isAsked && signal !== 'SIGTERM') process.exit(1)
      isAsked = true
      resolve()
    })
  })
  return stop
}

const used = new Set<string>()

function write(name: 'stdout' | 'stderr', text: string): void {
  const stream = process[name]
  // The fake continues after its reader has ended (`cloudsec-fake | head`).
  if (!used.has(name)) stream.on('error', () => {})
  used.add(name)
  const shown = visible(text)
  stream.write(hasColour(stream) ? inColour(shown) : shown)
}

async function ask(question: string): Promise<string> {
  write('stderr', question)
  const [line = '']: readonly unknown[] = await Promise.race(['data', 'end'].map((event) => once(process.stdin, event)))
  process.stdin.pause()
  return String(line)
}

const io: Io = {
  out: (text) => write('stdout', text),
  err: (text) => write('stderr', text),
  input: async () => {
    const { maxBytes, readBytes } = await import('../core/lib/read-bounded.ts')
    return new TextDecoder().decode(await readBytes(process.stdin, maxBytes.file, 'stdin'))
  },
  inputEnd: async () => {
    // The input is discarded, but must be read to notice its end.
    process.stdin.resume()
    await Promise.race(['end', 'close', 'error'].map(async (event) => once(process.stdin, event).catch(() => {})))
  },
  get waitingBytes() {
    return used.has('stderr') ? process.stderr.writableLength : 0
  },
  get isTerminal() {
    return process.stderr.isTTY
  },
  handleSignals: () => void takeSignals(),
  stopped: takeSignals,
  onSignal,
  get isInteractive() {
    return process.stdin.isTTY
  },
  ask,
}

/** Loads the program after the compile cache is on. The built program is CommonJS, so it has no top-level await. */
async function main(): Promise<void> {
  const { run } = await import('./run.ts')
  process.exitCode = await run(process.argv.slice(2), io)
  // The process exits by itself, unless output is unread. Commands that only print wait for their reader.
  if (handlesSignals) setTimeout(() => process.exit(), flushMs).unref()
}

void main()
