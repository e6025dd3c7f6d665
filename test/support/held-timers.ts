import { onTestFinished, vi } from 'vitest'

/** For `expect.poll`, which moves held timers on by its interval. */
export const still = { interval: 0 } as const

/**
 * Has timers of this process go off only when the test moves them on, until it is over. Nothing that hangs then comes to its
 * time-out by itself, however busy the machine is.
 *
 * @param more further means of time to hold (none)
 */
export function holdTimers(...more: readonly ('setInterval' | 'Date')[]): {
  readonly moveOn: (ms: number) => Promise<void>
} {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', ...more] })
  onTestFinished(() => void vi.useRealTimers())
  return { moveOn: async (ms) => void (await vi.advanceTimersByTimeAsync(ms)) }
}
