import { waitOnWall } from '../time/clock.ts'

/** Lets requests through one after another, with a limit per second. */
export function createPace(perSecond: number): () => Promise<void> {
  const apartMs = 1000 / perSecond
  let nextMs = 0
  return async () => {
    const nowMs = performance.now()
    const atMs = Math.max(nowMs, nextMs)
    nextMs = atMs + apartMs
    if (atMs > nowMs) await waitOnWall(atMs - nowMs)
  }
}

/** A budget of waiting time. @returns a function that waits, or says false if the budget does not allow it */
export function createPatience(mostMs: number): (ms: number) => Promise<boolean> {
  let leftMs = mostMs
  return async (ms) => {
    if (ms > leftMs) return false
    leftMs -= ms
    await waitOnWall(ms)
    return true
  }
}
