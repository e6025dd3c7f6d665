import { readdirSync, readFileSync } from 'node:fs'

/** The result of a read; undefined where the system or the process is not there. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

function threadsOf(pid: number): readonly string[] {
  return attempt(() => readdirSync(`/proc/${pid}/task`)) ?? []
}

/** A process and all that it started, by their ids. */
function familyOf(pid: number): readonly number[] {
  const children = threadsOf(pid).flatMap((thread) =>
    (attempt(() => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8')) ?? '').split(' ').filter(Boolean),
  )
  return [pid, ...children.flatMap((child) => familyOf(Number(child)))]
}

/**
 * Processor time that a process and its children have taken so far, in microseconds: the sum over their threads, to
 * the nanosecond where the kernel counts so. Undefined where there is no /proc.
 */
export function cpuMicros(pid: number): number | undefined {
  const nanos = familyOf(pid).flatMap((member) =>
    threadsOf(member).map((thread) =>
      attempt(() => Number(readFileSync(`/proc/${member}/task/${thread}/schedstat`, 'utf8').split(' ')[0])),
    ),
  )
  const known = nanos.filter((value) => value !== undefined)
  return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0) / 1000
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

/** Memory of a process and its children that is resident, in bytes; undefined where there is no /proc. */
export function residentBytes(pid: number): number | undefined {
  const kilobytes = familyOf(pid).map((member) => {
    const status = attempt(() => readFileSync(`/proc/${member}/status`, 'utf8')) ?? ''
    const [, amount] = /VmRSS:\s+(\d+)/.exec(status) ?? []
    return amount === undefined ? undefined : Number(amount)
  })
  const known = kilobytes.filter((value) => value !== undefined)
  return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0) * 1024
}
