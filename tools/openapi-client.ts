// Writes the types of the client that the tests drive the fake with: `npm run client`. A test holds them to be current.
import { writeFileSync } from 'node:fs'

import { generateTypes } from 'client-generator'

import { makeDocuments } from './openapi-documents.ts'

for (const { name, document } of await makeDocuments()) {
  if (name !== 'default') continue
  writeFileSync(new URL('../test/client/api.ts', import.meta.url), await generateTypes(document))
}
