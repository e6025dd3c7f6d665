import { type JsonSchema, scenarioJsonSchema, scenarioNames } from './json-schemas.ts'

/** Fields whose types other files declare. */
const declared: ReadonlyMap<string, string> = new Map([
  ['assume', 'Choices'],
  ['operation', 'OperationId | OperationId[]'],
])

/** The TypeScript type of the values that a JSON Schema accepts; each field has its description. */
function typeOf(schema: boolean | JsonSchema | undefined): string {
  if (schema === undefined || typeof schema === 'boolean') return 'unknown'
  const { anyOf, enum: values, items, properties, required = [], additionalProperties, type } = schema
  if (anyOf !== undefined) return union(anyOf.map(typeOf))
  if (values !== undefined) return values.map((value) => JSON.stringify(value)).join(' | ')
  if (Array.isArray(items)) throw new Error('a tuple: write its type here')
  if (items !== undefined) return `(${typeOf(items)})[]`
  if (properties !== undefined) {
    const fields = Object.entries(properties).map(([name, field]) => fieldOf(name, field, required.includes(name)))
    return `{\n${fields.join('\n')}\n}`
  }
  if (type === 'object') return `Record<string, ${typeOf(additionalProperties)}>`
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (type === undefined) return 'unknown'
  return [type]
    .flat()
    .map((name) => (name === 'integer' ? 'number' : name))
    .join(' | ')
}

/** A union without members that another member includes. */
function union(types: readonly string[]): string {
  const parts = types.includes('string') ? types.filter((type) => !type.startsWith('"')) : types
  return [...new Set(parts)].join(' | ')
}

function fieldOf(name: string, schema: boolean | JsonSchema, isRequired: boolean): string {
  const description = typeof schema === 'boolean' ? undefined : schema.description
  if (description === undefined) throw new Error(`${name}: has no description for editors`)
  const type = declared.get(name) ?? typeOf(schema)
  const optional = type === 'unknown' ? '?: unknown' : `?: ${type} | undefined`
  return `/** ${description} */\n${name}${isRequired ? `: ${type}` : optional}`
}

/** The declarations of `src/core/app/scenario-types.ts` in the package: the names from `scenarios/`, the fields from the schema of a scenario. */
export function renderScenarioTypes(): string {
  return `import type { Choices } from '../assumptions/profile.ts'
import type { OperationId } from './areas.ts'

/** Name of a built-in scenario. */
export type BuiltInScenario =
${scenarioNames.map((name) => `  | '${name}'`).join('\n')}

/** A named set of settings and fault rules, as a file, the control plane and a program write it. */
export interface Scenario ${typeOf(scenarioJsonSchema())}
`
}
