import { readdirSync, readFileSync } from 'node:fs'

/** The result of a read; undefined if it fails, for example without /proc. */
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

/** The ids of a process and its descendants. */
function familyOf(pid: number): readonly number[] {
  const children = threadsOf(pid).flatMap((thread) =>
    (attempt(() => readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8')) ?? '').split(' ').filter(Boolean),
  )
  return [pid, ...children.flatMap((child) => familyOf(Number(child)))]
}

/**
 * The processor time of a process and its children so far, in microseconds, summed over their threads. Undefined
 * without /proc.
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

/** The length of a kernel clock tick in microseconds. */
const tickMicros = 10_000

/** The processor time of a process outside the kernel, in whole ticks. Undefined without /proc. */
export function userMicros(pid: number): number | undefined {
  const fields = attempt(() =>
    readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' '),
  )
  return fields === undefined ? undefined : Number(fields[11]) * tickMicros
}

/** The resident memory of a process and its children, in bytes; undefined without /proc. */
export function residentBytes(pid: number): number | undefined {
  const kilobytes = familyOf(pid).map((member) => {
    const status = attempt(() => readFileSync(`/proc/${member}/status`, 'utf8')) ?? ''
    const [, amount] = /VmRSS:\s+(\d+)/.exec(status) ?? []
    return amount === undefined ? undefined : Number(amount)
  })
  const known = kilobytes.filter((value) => value !== undefined)
  return known.length === 0 ? undefined : known.reduce((sum, value) => sum + value, 0) * 1024
}
