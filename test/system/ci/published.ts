import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The faults that GitHub's own parser finds in workflows and actions. */
export async function faultsOnGitHub(documents: readonly string[]): Promise<unknown> {
  const program = fileURLToPath(new URL('lint-github.ts', import.meta.url))
  return await new Promise((resolve, reject) => {
    const child = execFile(process.execPath, ['--import', 'tsx', program], (error, out) => {
      if (error === null) resolve(JSON.parse(out))
      else reject(error)
    })
    child.stdin?.end(JSON.stringify(documents))
  })
}
