import { spawn } from 'node:child_process'
import { once } from 'node:events'

import { onTestFinished } from 'vitest'

/**
 * Runs a program in a separate process, without open handles of other tests.
 * @param patienceMs the program is killed this long after its first line
 * @param flags of Node
 * @returns its output and exit code, which is null if it was killed
 */
export async function runAlone(program: string, patienceMs: number, flags: readonly string[] = []) {
  const child = spawn(process.execPath, [...flags, '--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), patienceMs).unref())
  const [text, errors, [code]] = await Promise.all([
    child.stdout.setEncoding('utf8').toArray(),
    child.stderr.setEncoding('utf8').toArray(),
    once(child, 'exit'),
  ])
  return { code, errors: errors.join(''), lines: text.join('').trim().split('\n') }
}
