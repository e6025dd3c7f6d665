import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'

import { lazily } from '../lib/lazily.ts'
import { inPackage } from '../lib/package.ts'

const file = inPackage('dist/docs/pages.json.gz')

const readDocs = lazily(
  (): ReadonlyMap<string, string> => new Map(Object.entries(JSON.parse(gunzipSync(readFileSync(file)).toString()))),
)

/** What a path below `/docs` has: the text of a page, or of a file that it loads; where there is none, why. */
export function docAt(path: string): { readonly text: string } | { readonly missing: string } {
  if (!existsSync(file)) return { missing: '`npm run build` makes the pages of /docs' }
  const text = readDocs().get(path.replace('/docs/', ''))
  return text === undefined ? { missing: `${path}: no such page. /docs/ lists all` } : { text }
}
