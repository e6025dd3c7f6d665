import {
  type Api,
  type ApiDocument,
  bodySchema,
  type Operation,
  type Parameter,
  queryOfList,
} from '../../state/openapi.ts'

const paging = new Set(['limit', 'offset', 'pretty'])

/** The filters of an area. */
export const filtersOf = (control: ApiDocument | undefined, area: string): readonly Parameter[] =>
  queryOfList(control, `/${area}`).filter(({ name }) => !paging.has(name))

/** The field that has the state of a record, and its states. */
export interface States {
  readonly field: string
  readonly states: readonly string[]
}

/** The states that a record of an area can be in: the values of the field that decides which form it has. */
export function statesOf(control: ApiDocument | undefined, area: string): States | undefined {
  const forms = bodySchema(control, `POST /${area}`)?.anyOf ?? []
  for (const field of Object.keys(forms[0]?.properties ?? {})) {
    const states = forms.flatMap(({ properties }) => properties?.[field]?.const ?? []).map(String)
    if (states.length === forms.length) return { field, states }
  }
  return undefined
}

/** The operation by which a client creates a record of an area. */
export const creationOf = (api: Api, area: string): Operation | undefined =>
  api.operations.find(({ method, tag, path }) => method === 'POST' && tag === area && !path.includes('{'))
