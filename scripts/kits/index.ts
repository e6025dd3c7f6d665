// Writes the control clients of the kits: `npm run kits`. A test checks that they are current.
import { writeFileSync } from 'node:fs'

import { renderKits } from './render.ts'

const root = new URL('../../', import.meta.url)

for (const [path, text] of await renderKits()) writeFileSync(new URL(path, root), text)
