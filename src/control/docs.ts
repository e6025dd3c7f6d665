import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

import { lazily } from '../lib/lazily.ts'
import { inPackage } from '../lib/package.ts'

const file = inPackage('dist/docs/pages.json.gz')

const readDocs = lazily(
  (): ReadonlyMap<string, string> => new Map(Object.entries(JSON.parse(gunzipSync(readFileSync(file)).toString()))),
)

/** The files of the package that are served as they are. */
const asIs = /^\/(?:docs\/llms\.txt|docs\/[\w-]+\.md|skills\/cloudsec-fake\/SKILL\.md)$/

const read = (path: string): string => readFileSync(inPackage(`.${path}`), 'utf8')

/** What a path has: the text of a page, or of a file that it loads, or a document as Markdown; where there is none, why. */
export function docAt(path: string): { readonly text: string } | { readonly missing: string } {
  if (asIs.test(path) && existsSync(inPackage(`.${path}`))) return { text: read(path) }
  // Its links are relative to `docs/`.
  if (path === '/llms.txt') return { text: read('/docs/llms.txt').replaceAll('](', '](docs/') }
  if (!existsSync(file)) return { missing: '`npm run build` makes the pages of /docs' }
  const text = readDocs().get(path.replace('/docs/', ''))
  return text === undefined ? { missing: `${path}: no such page. /docs/ lists all` } : { text }
}
