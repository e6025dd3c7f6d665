#!/usr/bin/env node
import { once } from 'node:events'

import { run } from './run.ts'

const signals = ['SIGINT', 'SIGTERM'] as const

async function stopped(): Promise<void> {
  await Promise.race(signals.map((signal) => once(process, signal)))
  for (const signal of signals) process.once(signal, () => process.exit(1))
}

// A reader that has gone away (`cloudsec-fake | head`) is no reason to stop serving.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

process.exitCode = await run(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  isTerminal: process.stderr.isTTY,
  stopped,
  onSignal: (tell) => {
    for (const signal of signals) process.on(signal, tell)
    return () => {
      for (const signal of signals) process.off(signal, tell)
    }
  },
  sharesInterrupt: process.stdin.isTTY,
})
