/** Keeps only the declarations that an entry of the package reaches, and copies them to `cjs/` for CommonJS. */

import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

import manifest from '../package.json' with { type: 'json' }
import { renderScenarioTypes } from './scenario-types.ts'

const dist = fileURLToPath(new URL('../dist', import.meta.url))
const kept = new Set<string>()

writeFileSync(join(dist, 'core/app/scenario-types.d.ts'), renderScenarioTypes())

/** Shrinks declarations: indents with tabs, and widens the prose of the register to `string`. */
function shrink(code: string, file: string): string {
  const indented = code.replaceAll(/^(?: {4})+/gm, (spaces) => '\t'.repeat(spaces.length / 4))
  return file.startsWith('core/assumptions')
    ? indented.replaceAll(/^(\t+readonly \w+: )'[^'\n]* [^'\n]*';$/gm, '$1string;')
    : indented
}

function keep(file: string): void {
  if (kept.has(file)) return
  kept.add(file)
  const code = shrink(readFileSync(join(dist, file), 'utf8'), file)
  writeFileSync(join(dist, file), code)
  for (const [, target = ''] of code.matchAll(/\b(?:from|import\()\s*["'](\.[^"']+)\.[jt]s["']/g)) {
    keep(join(dirname(file), `${target}.d.ts`))
  }
}

const entries = JSON.stringify(manifest.exports).matchAll(/"types":"\.\/dist\/((?!cjs\/)[^"]+)"/g)
for (const [, file = ''] of entries) keep(file)
for (const file of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
  if (kept.has(file)) cpSync(join(dist, file), join(dist, 'cjs', file))
  else if (file.endsWith('.d.ts')) rmSync(join(dist, file))
}
