import * as z from 'zod/mini'

import { readChoices } from '../assumptions/profile.ts'
import { assumptionIds, register } from '../assumptions/register.ts'
import { createAssume } from '../assumptions/used.ts'
import { type ListFilters, contextOf, type SchemaContext } from '../http/operation.ts'
import { InputError, quote } from '../lib/input-error.ts'
import { toInputError } from '../lib/issues.ts'
import { parseBy } from '../lib/read-by.ts'
import { recordOf } from '../lib/record-of.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { ApiError } from '../spec/api-error.ts'
import type { Selection } from '../store/query.ts'
import { Problem } from './problem.ts'

/** The context of filters where every value is refused that is not known, so that the schemas of filters list the known values. */
export function strictContext(sandbox: Sandbox): SchemaContext {
  const strict = assumptionIds.filter((id) => Object.hasOwn(Object(register[id].options), 'reject'))
  const choices = readChoices(recordOf(strict, () => 'reject'))
  const assume = createAssume({ ...sandbox.scenarios.settings.profile, ...choices })
  return { ...contextOf(sandbox), assume }
}

/** Reads the filters in a query as the API does. @throws InputError or Problem for one that the API refuses */
export function readFilters(filters: ListFilters, sandbox: Sandbox, search: string): Selection | undefined {
  const sent = new URLSearchParams(
    [...new URLSearchParams(search)].filter(([name]) => Object.hasOwn(filters.parameters, name)),
  )
  if (sent.size === 0) return undefined
  try {
    return filters.select(contextOf(sandbox), sent.toString())
  } catch (error) {
    throw error instanceof ApiError ? refusal(error, filters, sandbox, sent) : error
  }
}

/** The refusal of a filter: for a value that is not known it says which are. */
function refusal(
  { code, details, field = '' }: ApiError,
  filters: ListFilters,
  sandbox: Sandbox,
  sent: URLSearchParams,
) {
  const value = sent.get(field)
  if (code !== 'invalid_request') {
    return new InputError(`expected the id of a record, got ${quote(value)}, which always has ${code}`, { field })
  }
  const schema = filters.parameters[field]?.schema(strictContext(sandbox))
  if (schema instanceof z.core.$ZodEnum && sent.getAll(field).length === 1) {
    const parsed = parseBy(z.object({ [field]: schema }), { [field]: value })
    if (!parsed.success) return toInputError(parsed.error.issues, field, { schema })
  }
  return new Problem('input', details, { members: { field } })
}
