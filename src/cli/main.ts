#!/usr/bin/env node
import { once } from 'node:events'
import module from 'node:module'

import type { Io } from './io.ts'

// From 22.8 on, Node keeps the code that it compiled for later starts.
const enableCompileCache: unknown = Reflect.get(module, 'enableCompileCache')
if (typeof enableCompileCache === 'function') Reflect.apply(enableCompileCache, module, [])

const signals = ['SIGINT', 'SIGTERM'] as const

async function stopped(): Promise<void> {
  await Promise.race(signals.map((signal) => once(process, signal)))
  for (const signal of signals) process.once(signal, () => process.exit(1))
}

const used = new Set<string>()

/** Writes to a stream of the process; one that nobody writes to is not even opened. */
function write(name: 'stdout' | 'stderr', text: string): void {
  const stream = process[name]
  // A reader that has gone away (`cloudsec-fake | head`) is no reason to stop serving.
  if (!used.has(name)) stream.on('error', () => {})
  used.add(name)
  stream.write(text)
}

const io: Io = {
  out: (text) => write('stdout', text),
  err: (text) => write('stderr', text),
  get isTerminal() {
    return process.stderr.isTTY
  },
  stopped,
  onSignal: (tell) => {
    for (const signal of signals) process.on(signal, tell)
    return () => {
      for (const signal of signals) process.off(signal, tell)
    }
  },
  get sharesInterrupt() {
    return process.stdin.isTTY
  },
}

/** Loads the program, once Node keeps its compiled code. The built program is no module, and so cannot wait here. */
async function main(): Promise<void> {
  const { run } = await import('./run.ts')
  process.exitCode = await run(process.argv.slice(2), io)
}

void main()
