// `npm start`: runs the sources until npm ends. The shell between npm and this process may pass no signal on.
import process from 'node:process'

const shell = process.ppid
const watch = setInterval(() => {
  if (process.ppid === shell) return
  clearInterval(watch)
  process.kill(process.pid, 'SIGTERM')
}, 100).unref()
// The Ctrl+C of a terminal reaches both; a second signal would cut requests off.
process.once('SIGINT', () => clearInterval(watch))

await import('../src/cli/main.ts')
