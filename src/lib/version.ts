import { readFileSync } from 'node:fs'

import * as z from 'zod/mini'

const packageFile = z.object({ version: z.string() })

/** Version of this package. */
export const { version } = packageFile.parse(
  JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')),
)
