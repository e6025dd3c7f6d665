import type { AssumptionInfo } from '../../../control/endpoints/assumptions.ts'
import { read } from '../../state/ask.ts'
import { bodySchema, type Schema, useControlDocument } from '../../state/document.ts'
import { useLoaded } from '../../state/use-loaded.ts'

/** The schema of a scenario, with the rows of the register as the fields of `assume`. */
export function useScenarioSchema() {
  const document = useControlDocument()
  const { value } = useLoaded('assumptions', () => read<{ items: readonly AssumptionInfo[] }>('/assumptions'), {
    isFixed: true,
  })
  const schema = bodySchema(document, 'post', '/scenarios')
  const rows = value?.items.map(({ id, question, options }): [string, Schema] => [
    id,
    options.includes('whole_number')
      ? { type: 'integer', description: question }
      : { enum: options, type: 'string', description: question },
  ])
  const assume: Schema = { ...schema?.properties?.['assume'], properties: Object.fromEntries(rows ?? []) }
  return {
    schema: schema === undefined ? undefined : { ...schema, properties: { ...schema.properties, assume } },
    named: document?.components.schemas ?? {},
  }
}
