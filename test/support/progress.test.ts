import { expect, it, onTestFinished, vi } from 'vitest'

import { createProgress } from './progress.ts'

/** Runs three files, of which two end: after 4 and 14 seconds. @returns what is shown until then, and in all */
function run(isTTY: boolean): readonly string[] {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const shown: string[] = []
  const progress = createProgress({ isTTY, write: (text) => shown.push(text) })
  progress.onTestRunStart(['a', 'b', 'c'])
  vi.advanceTimersByTime(4000)
  progress.onTestModuleEnd()
  vi.advanceTimersByTime(10_000)
  progress.onTestModuleEnd()
  shown.push('FAIL\n')
  vi.advanceTimersByTime(7000)
  progress.onTestRunEnd()
  vi.advanceTimersByTime(60_000)
  return shown
}

it('adds a line now and then where the lines stay', () => {
  expect(run(false)).toEqual(['1 of 3 test files done after 10 s\n', 'FAIL\n', '2 of 3 test files done after 20 s\n'])
})

it('has one line in a terminal, which gives way to other output', () => {
  const shown = run(true)
  const blank = '\r\u001B[K'
  expect(shown.slice(0, 3)).toEqual(['0 of 3 test files done after 1 s', blank, '0 of 3 test files done after 2 s'])
  const at = shown.indexOf('FAIL\n')
  expect(shown.slice(at - 2, at + 2)).toEqual([
    '1 of 3 test files done after 14 s',
    blank,
    'FAIL\n',
    '2 of 3 test files done after 15 s',
  ])
  expect(shown.at(-1)).toBe(blank)
  expect(shown.join('')).not.toContain('\n2 of 3 test files done after 15 s\n')
})
