// `npm start`: runs the sources until npm ends. The shell between npm and this process may not forward signals.
import process from 'node:process'

const shell = process.ppid
const watch = setInterval(() => {
  if (process.ppid === shell) return
  clearInterval(watch)
  process.kill(process.pid, 'SIGTERM')
}, 100).unref()
// Ctrl+C in a terminal reaches both processes; a second signal would abort requests.
process.once('SIGINT', () => clearInterval(watch))

await import('../src/cli/main.ts')
