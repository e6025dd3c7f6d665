import * as z from 'zod/mini'

import { ask } from './ask.ts'

/** @throws Error with the start of the answer where a condition does not hold */
export function hold(condition: boolean, what: string, answer: string): void {
  if (!condition) throw new Error(`${what}: ${answer.slice(0, 300)}`)
}

const itemShape = z.looseObject({
  id: z.string(),
  type: z.string(),
  provider: z.string(),
})

/** An item of a list of resources. */
export type Item = z.infer<typeof itemShape>

const listShape = z.object({
  status: z.literal('success'),
  data: z.array(itemShape),
  pagination: z.looseObject({ total_items: z.int(), total_pages: z.int(), current_page: z.int() }),
})

/** A page of a list, with its text. */
export interface Page {
  readonly text: string
  readonly items: readonly Item[]
  readonly pages: number
}

/** The header of every request to the fake: the key of the fixtures that opens everything. */
export const keyHeaders = { Authorization: 'Bearer csf_full_access' } as const

/** The path of the list of resources in the sandbox `default`. */
export const resourcesPath = '/v1/cloud/resources'

/** Items of a page that is measured. */
const pageSize = 20

/** The body of an answer. @throws Error where it is not a 200 */
export async function readBody(origin: string, path: string): Promise<string> {
  const { status, text } = await ask(origin, path, { headers: keyHeaders })
  hold(status === 200, `GET ${path}: status ${status}`, text)
  return text
}

/** A page of a list. @throws Error where its items or its pagination are not what was asked for */
export async function readPage(origin: string, path: string, page: number): Promise<Page> {
  const text = await readBody(origin, path)
  const { data, pagination } = listShape.parse(JSON.parse(text))
  const { total_items: total, total_pages: pages, current_page: current } = pagination
  const length = Math.max(0, Math.min(pageSize, total - (page - 1) * pageSize))
  hold(current === page && data.length === length, `GET ${path}: not the page`, text)
  return { text, items: data, pages }
}

/** The path of a page of resources. @param filter as it stands in a query; empty for none */
export function pagePath(page: number, filter = ''): string {
  return `${resourcesPath}?${filter === '' ? '' : `${filter}&`}page=${page}&limit=${pageSize}`
}
