import type { Reporter } from 'vitest/node'

/** Where progress is shown. */
interface Shown {
  readonly isTTY?: boolean
  readonly write: (text: string) => unknown
}

/** Time between two lines in a terminal, and elsewhere, where each line stays. */
const [redrawMs, lineMs] = [1_000, 10_000]

/** Returns to the start of the line, and clears it. */
const blank = '\r\u001B[K'

/**
 * Shows that a long run lives: how many of its test files are done. In a terminal it is one line, which is written again
 * and gives way to every other output. Name it before the reporter that writes the rest.
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
    // Here the output of a failed test is written.
    onTestCaseResult: clear,
    onTestRunEnd: (): void => {
      clearInterval(timer)
      clear()
    },
  } satisfies Reporter
}
