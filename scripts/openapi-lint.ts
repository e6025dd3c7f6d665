// Lints the OpenAPI documents: `npm run openapi`. They are written to .openapi/ for the linter.
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { makeDocuments, type NamedDocument } from './openapi-documents.ts'

const folder = fileURLToPath(new URL('../.openapi/', import.meta.url))
const redocly = fileURLToPath(new URL('../node_modules/@redocly/cli/bin/cli.js', import.meta.url))
/** Disables network access of the linter. */
const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

/** Lints documents, with warnings as errors. @param skipped rules that do not apply */
function lint(documents: readonly NamedDocument[], ...skipped: readonly string[]): number {
  const files = documents.map(({ name }) => `${folder}${name}.json`)
  const options = ['--extends=recommended-strict', ...skipped.map((rule) => `--skip-rule=${rule}`)]
  return spawnSync(process.execPath, [redocly, 'lint', ...options, ...files], { stdio: 'inherit', env }).status ?? 1
}

rmSync(folder, { recursive: true, force: true })
mkdirSync(folder)
const documents = await makeDocuments()
for (const { name, document } of documents) {
  writeFileSync(`${folder}${name}.json`, JSON.stringify(document, undefined, 2))
}
process.exitCode =
  lint(documents.filter(({ isAllSuccess }) => !isAllSuccess)) +
  // Under always_200, no operation has a 4xx response.
  lint(
    documents.filter(({ isAllSuccess }) => isAllSuccess),
    'operation-4xx-response',
  )
