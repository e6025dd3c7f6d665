import { onTestFinished, vi } from 'vitest'

import { nodeTime } from '../../src/core/time/node-time.ts'

/** Options of `expect.poll`, which otherwise advances held timers by its interval. */
export const still = { interval: 0 } as const

type Means = 'setTimeout' | 'clearTimeout' | 'setInterval' | 'clearInterval' | 'Date' | 'performance'

/**
 * Replaces time functions of this process: the globals, and the functions that the sources took from Node.
 * @returns a function that restores them
 */
export function hold(toFake: Means[], now?: number): () => void {
  vi.useFakeTimers({ toFake, ...(now === undefined ? {} : { now }) })
  const own = { ...nodeTime }
  for (const name of toFake) if (name in nodeTime) Reflect.set(nodeTime, name, globalThis[name])
  return () => {
    Object.assign(nodeTime, own)
    vi.useRealTimers()
  }
}

/**
 * Makes timers of this process fire only when the test advances them, until it ends. No timeout then fires by itself
 * on a busy machine.
 *
 * @param more further time functions to hold
 */
export function holdTimers(...more: readonly ('setInterval' | 'Date')[]): {
  readonly moveOn: (ms: number) => Promise<void>
  readonly letGo: () => void
} {
  const letGo = hold(['setTimeout', 'clearTimeout', ...more])
  onTestFinished(letGo)
  return { moveOn: async (ms) => void (await vi.advanceTimersByTimeAsync(ms)), letGo }
}
