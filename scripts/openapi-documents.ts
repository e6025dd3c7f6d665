import { assumptionIds, register } from '../src/core/assumptions/register.ts'
import { createFake } from '../src/index.ts'

/** A document of the fake, with its file name. */
export interface NamedDocument {
  readonly name: string
  readonly document: object
  /** True if errors have status 200, so that no operation has a 4xx. */
  readonly isAllSuccess: boolean
}

/** The option of each row at a position of its list, or the last option if the list is shorter. */
function optionsAt(position: number): Record<string, string> {
  return Object.fromEntries(
    assumptionIds.flatMap((id) => {
      const { options } = register[id]
      const names = options === 'whole_number' ? [] : Object.keys(options)
      const name = names.at(position) ?? names.at(-1)
      return name === undefined ? [] : [[id, name]]
    }),
  )
}

const profiles: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  default: {},
  'always-200': {
    errorStatus: 'always_200',
    assessmentCreateStatus: '200',
    jobCreateStatus: '200',
    retryAfter: 'present',
  },
  'second-options': optionsAt(1),
  'last-options': optionsAt(-1),
  hidden: { errorStatus: 'hidden', deprecation: 'sunset', retryAfter: 'present', contentType: 'with_charset' },
}

/** Makes the documents of the API under several profiles, and the document of the control plane. */
export async function makeDocuments(): Promise<readonly NamedDocument[]> {
  const fake = await createFake()
  const read = async (path: string): Promise<object> => {
    const answer = await fake.fetch(new URL(path, fake.baseUrl))
    const document: unknown = await answer.json()
    if (typeof document !== 'object' || document === null) throw new Error(`${path}: no document`)
    return document
  }
  const documents: NamedDocument[] = [
    { name: 'control', document: await read('/_control/openapi.json'), isAllSuccess: false },
  ]
  for (const [name, choices] of Object.entries(profiles)) {
    await fake.sandbox(name).assumptions.set(choices)
    const document = await read(`/@${name}/openapi.json`)
    documents.push({ name, document, isAllSuccess: choices['errorStatus'] === 'always_200' })
  }
  await fake.close()
  return documents
}
