import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { Ajv } from 'ajv'
import { parse } from 'yaml'
import * as z from 'zod/mini'

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

const schema = z.record(z.string(), z.unknown())
const gitlab = new Ajv({ allErrors: true, strict: false, validateFormats: false }).compile(
  schema.parse(JSON.parse(readFileSync(new URL('gitlab-ci.schema.json', import.meta.url), 'utf8'))),
)

/** The faults that GitLab's schema finds in a pipeline. */
export function faultsOnGitLab(pipeline: string): readonly string[] {
  gitlab(parse(pipeline))
  return (gitlab.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`)
}
