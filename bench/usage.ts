import { readdirSync, readFileSync } from 'node:fs'

/** The result of a read; undefined where the system or the process is not there. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/**
 * Processor time that a process has taken so far, in microseconds: the sum over its threads, to the nanosecond where the
 * kernel counts so. Undefined where there is no /proc.
 */
export function cpuMicros(pid: number): number | undefined {
  const nanos = (attempt(() => readdirSync(`/proc/${pid}/task`)) ?? []).flatMap((thread) => {
    const taken = attempt(() => readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8'))
    return taken === undefined ? [] : [Number(taken.split(' ')[0])]
  })
  return nanos.length === 0 ? undefined : nanos.reduce((sum, value) => sum + value, 0) / 1000
}

/** Microseconds of a tick of the clock that the kernel counts the time of programs by. */
const tickMicros = 10_000

/** The part of that time that a process has spent outside the kernel, in ticks. Undefined where there is no /proc. */
export function userMicros(pid: number): number | undefined {
  const fields = attempt(() =>
    readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' '),
  )
  return fields === undefined ? undefined : Number(fields[11]) * tickMicros
}
