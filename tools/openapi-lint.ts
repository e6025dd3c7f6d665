// Lints the OpenAPI documents: `npm run openapi`. They are written to .openapi/, which only the linter uses.
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { makeDocuments, type NamedDocument } from './openapi-documents.ts'

const folder = fileURLToPath(new URL('../.openapi/', import.meta.url))
const redocly = fileURLToPath(new URL('../node_modules/@redocly/cli/bin/cli.js', import.meta.url))
/** Nothing is sent or asked for over the network. */
const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

/** Lints documents, each warning an error. @param skipped the rule that they cannot keep */
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
  // Under always_200 no operation answers with any 4xx, which is what such a service is like.
  lint(
    documents.filter(({ isAllSuccess }) => isAllSuccess),
    'operation-4xx-response',
  )
