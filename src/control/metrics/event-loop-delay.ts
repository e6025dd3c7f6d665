import { monitorEventLoopDelay } from 'node:perf_hooks'

/** The time between two looks, in milliseconds. */
const resolution = 10

/** How late the event loop was since the last reading, in seconds. */
export interface EventLoopDelay {
  readonly p50: number
  readonly p99: number
  readonly max: number
}

/** Measures how late the event loop is, until the fake stops. @returns a function that reads it */
export function watchEventLoop(stopping: AbortSignal): () => EventLoopDelay {
  const histogram = monitorEventLoopDelay({ resolution })
  if (!stopping.aborted) histogram.enable()
  stopping.addEventListener('abort', () => void histogram.disable(), { once: true })
  // The histogram has the whole time from one look to the next.
  const delay = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e9 - resolution / 1000)
  return () => {
    const late = {
      p50: delay(histogram.percentile(50)),
      p99: delay(histogram.percentile(99)),
      max: delay(histogram.max),
    }
    histogram.reset()
    return late
  }
}
