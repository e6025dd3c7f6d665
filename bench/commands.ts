import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'

/** True if a command is installed. */
export function hasCommand(name: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${name}`]).status === 0
}

const execute = promisify(execFile)

/** Runs a command to its end. @returns its standard output @throws Error with its output if it fails */
export async function run([file = '', ...rest]: readonly string[], cwd?: string): Promise<string> {
  const { stdout } = await execute(file, rest, { cwd, maxBuffer: 2 ** 26 })
  return stdout
}
