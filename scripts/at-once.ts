// Runs commands at once: `at-once.ts 'npm run types' knip`. Each prints when it ends. It fails if any command fails.
import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Runs a shell command to its end. @returns true if it succeeded */
async function run(command: string): Promise<boolean> {
  const child = spawn('sh', ['-c', `exec 2>&1\n${command}`], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [text, [code]] = await Promise.all([child.stdout.setEncoding('utf8').toArray(), once(child, 'exit')])
  const isDone = code === 0
  process.stdout.write(`\n── ${command}: ${isDone ? 'passed' : 'failed'}\n${text.join('')}`)
  return isDone
}

const commands = process.argv.slice(2)
const done = await Promise.all(commands.map(run))
const failed = commands.filter((_, place) => done[place] !== true)
if (failed.length > 0) {
  process.stdout.write(`\nfailed: ${failed.join(', ')}\n`)
  process.exitCode = 1
}
