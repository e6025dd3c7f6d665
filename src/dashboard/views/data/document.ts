import { useEffect, useState } from 'preact/hooks'

import { type Api, loadApi, type Operation } from '../../state/api-document.ts'
import { connection } from '../../state/connection.ts'
import { type ApiDocument, bodySchema, type QueryParameter, type Schema } from '../../state/document.ts'
import { attempt } from '../../state/toasts.ts'

/** Loads the API of the sandbox when the fake can be reached. */
export function useApi(): Api | undefined {
  const [api, setApi] = useState<Api>()
  const state = connection.value
  useEffect(() => {
    if (state === 'live') void attempt(() => loadApi().then(setApi))
  }, [state])
  return api
}

const paging = new Set(['limit', 'offset', 'pretty'])

/** The filters of an area. */
export const filtersOf = (control: ApiDocument | undefined, area: string): readonly QueryParameter[] =>
  (control?.paths[`/${area}`]?.['get']?.parameters ?? []).filter((one) => one.in === 'query' && !paging.has(one.name))

/** The values that are known of a filter. */
export const valuesOf = ({ enum: values, examples = [] }: Schema): readonly string[] => (values ?? examples).map(String)

/** The field that has the state of a record, and its states. */
export interface States {
  readonly field: string
  readonly states: readonly string[]
}

/** The states that a record of an area can be in: the values of the field that decides which form it has. */
export function statesOf(control: ApiDocument | undefined, area: string): States | undefined {
  const forms = bodySchema(control, 'post', `/${area}`)?.anyOf ?? []
  for (const field of Object.keys(forms[0]?.properties ?? {})) {
    const states = forms.flatMap(({ properties }) => properties?.[field]?.const ?? []).map(String)
    if (states.length === forms.length) return { field, states }
  }
  return undefined
}

/** The operation by which a client creates a record of an area. */
export const creationOf = (api: Api, area: string): Operation | undefined =>
  api.operations.find(({ method, tag, path }) => method === 'POST' && tag === area && !path.includes('{'))
