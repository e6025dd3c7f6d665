import type { Reporter } from 'vitest/node'

/** The output for progress. */
interface Shown {
  readonly isTTY?: boolean
  readonly write: (text: string) => unknown
}

/** The interval of updates in a terminal, and elsewhere, where lines stay. */
const [redrawMs, lineMs] = [1_000, 10_000]

/** Returns to the start of the line, and clears it. */
const blank = '\r\u001B[K'

/**
 * Shows how many test files of a run are done. In a terminal it is one line, which is rewritten and cleared before
 * other output. List it before the main reporter.
 */
export function createProgress(out: Shown = process.stdout) {
  const isTerminal = out.isTTY === true
  let timer: NodeJS.Timeout | undefined
  let isDrawn = false
  let done = 0
  const clear = (): void => {
    if (isDrawn) out.write(blank)
    isDrawn = false
  }
  return {
    onTestRunStart: (files: readonly unknown[]): void => {
      const startedMs = performance.now()
      done = 0
      const draw = (): void => {
        clear()
        const seconds = Math.round((performance.now() - startedMs) / 1000)
        const line = `${done} of ${files.length} test files done after ${seconds} s`
        out.write(isTerminal ? line : `${line}\n`)
        isDrawn = isTerminal
      }
      clearInterval(timer)
      timer = setInterval(draw, isTerminal ? redrawMs : lineMs).unref()
    },
    onTestModuleEnd: (): void => {
      done += 1
      clear()
    },
    onUserConsoleLog: clear,
    // The output of a failed test follows.
    onTestCaseResult: clear,
    onTestRunEnd: (): void => {
      clearInterval(timer)
      clear()
    },
  } satisfies Reporter
}
