#!/usr/bin/env node
import module from 'node:module'

import type { Io } from './io.ts'

// From 22.8 on, Node keeps the code that it compiled for later starts.
const enableCompileCache: unknown = Reflect.get(module, 'enableCompileCache')
if (typeof enableCompileCache === 'function') Reflect.apply(enableCompileCache, module, [])

const signals = ['SIGINT', 'SIGTERM'] as const

/** How long lines that nobody reads may keep a process that has nothing else to do. */
const flushMs = 500

let handlesSignals = false
let stop: Promise<void> | undefined

/** Takes signals from now on. @returns what resolves with the first one; the second ends the process */
function takeSignals(): Promise<void> {
  handlesSignals = true
  stop ??= new Promise((resolve) => {
    let isAsked = false
    for (const signal of signals) {
      process.on(signal, () => {
        if (isAsked) process.exit(1)
        isAsked = true
        resolve()
      })
    }
  })
  return stop
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
  get waitingBytes() {
    return used.has('stderr') ? process.stderr.writableLength : 0
  },
  get isTerminal() {
    return process.stderr.isTTY
  },
  takeSignals: () => void takeSignals(),
  stopped: takeSignals,
  onSignal: (tell) => {
    handlesSignals = true
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
  // The process ends by itself, unless lines still wait for a reader. Commands that only print wait for theirs.
  if (handlesSignals) setTimeout(() => process.exit(), flushMs).unref()
}

void main()
