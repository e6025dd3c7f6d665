// Writes the built-in fixtures: `npm run fixtures`. The same bytes every time; a test holds it to that.
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { drawInventory, drawJobs } from '../src/app/draw-fixtures.ts'

const seed = 1
const resourceCount = 60
const jobCount = 25

const everything = ['security:read', 'security:write', 'cloud:read', 'analysis:read', 'analysis:write']
const reading = everything.filter((permission) => permission.endsWith(':read'))

const keys = [
  { id: 'full-access', name: 'Full access', permissions: everything },
  { id: 'read-only', name: 'Read only', permissions: reading },
  { id: 'security', name: 'Security area', permissions: ['security:read', 'security:write'] },
  { id: 'cloud', name: 'Cloud area', permissions: ['cloud:read'] },
  { id: 'analysis', name: 'Analysis area', permissions: ['analysis:read', 'analysis:write'] },
  { id: 'none', name: 'No permission', permissions: [] },
  // One permission under each model of the register: that to read assessments is among what it lets.
  { id: 'one-permission', name: 'One permission', permissions: ['security:read', 'read', 'security'] },
  { id: 'small-quota', name: 'Five requests an hour', permissions: everything, quota: 5 },
  { id: 'revoked', name: 'Revoked', permissions: everything, revoked: true },
].map((key) => ({ ...key, secret: `csf_${key.id.replaceAll('-', '_')}` }))

/** The built-in fixtures, by file name, as the bytes of the file. */
export function renderFixtures(): ReadonlyMap<string, string> {
  const contents = new Map<string, readonly object[]>([
    ...drawInventory(seed, resourceCount),
    ['jobs.json', drawJobs(seed, jobCount)],
    ['keys.json', keys],
  ])
  return new Map([...contents].map(([file, records]) => [file, `${JSON.stringify(records, undefined, 2)}\n`]))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const [file, text] of renderFixtures()) writeFileSync(new URL(`../fixtures/${file}`, import.meta.url), text)
}
