import { readAssumptions, takesNumber } from '../../state/assumptions.ts'
import { bodySchema, type Schema, useControlDocument } from '../../state/openapi.ts'
import { useLoaded } from '../../state/use-loaded.ts'

/** The schema of a scenario, with the rows of the register as the fields of `assume`. */
export function useScenarioSchema() {
  const document = useControlDocument()
  const { value } = useLoaded('assumptions', () => readAssumptions(), { isFixed: true })
  const schema = bodySchema(document, 'POST /scenarios')
  const rows = value?.map((row): [string, Schema] => [
    row.id,
    takesNumber(row)
      ? { type: 'integer', description: row.question }
      : { enum: row.options, type: 'string', description: row.question },
  ])
  const assume: Schema = { ...schema?.properties?.['assume'], properties: Object.fromEntries(rows ?? []) }
  return {
    schema: schema === undefined ? undefined : { ...schema, properties: { ...schema.properties, assume } },
    named: document?.components.schemas ?? {},
  }
}
