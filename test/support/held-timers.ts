import { onTestFinished, vi } from 'vitest'

import { nodeTime } from '../../src/time/node-time.ts'

/** For `expect.poll`, which moves held timers on by its interval. */
export const still = { interval: 0 } as const

type Means = 'setTimeout' | 'clearTimeout' | 'setInterval' | 'clearInterval' | 'Date' | 'performance'

/** Holds means of time of this process: the global ones, and those that the sources took from Node. @returns a function that lets them go */
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
 * Has timers of this process go off only when the test moves them on, until it is over. Nothing that hangs then comes to its
 * time-out by itself, however busy the machine is.
 *
 * @param more further means of time to hold (none)
 */
export function holdTimers(...more: readonly ('setInterval' | 'Date')[]): {
  readonly moveOn: (ms: number) => Promise<void>
  readonly letGo: () => void
} {
  const letGo = hold(['setTimeout', 'clearTimeout', ...more])
  onTestFinished(letGo)
  return { moveOn: async (ms) => void (await vi.advanceTimersByTimeAsync(ms)), letGo }
}
