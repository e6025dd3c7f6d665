// Writes the types of the test client, for editors and `npx tsc`: `npm run client`. Tests compile the client against
// types that they generate themselves.
import { writeFileSync } from 'node:fs'

import { generateTypes } from 'client-generator'

import { createFake } from '../src/index.ts'

const fake = await createFake()
const answer = await fake.fetch(new URL('/openapi.json', fake.baseUrl))
const document: unknown = await answer.json()
writeFileSync(new URL('../test/client/api.ts', import.meta.url), await generateTypes(Object(document)))
await fake.close()
