import * as z from 'zod/mini'

import { Line, toBytes } from './line.ts'

/** @throws Error with the start of the answer if a condition does not hold */
export function hold(condition: boolean, what: string, answer: string | Buffer): void {
  if (!condition) throw new Error(`${what}: ${answer.toString().slice(0, 300)}`)
}

const itemShape = z.looseObject({
  id: z.string(),
  type: z.string(),
  provider: z.string(),
  region: z.string(),
  tags: z.array(z.object({ key: z.string(), value: z.string() })),
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
  readonly total: number
  readonly pages: number
}

/** The header of every request to the fake, with the full-access key of the fixtures. */
export const keyHeaders = { Authorization: 'Bearer csf_full_access' } as const

/** The path of the list of resources in the sandbox `default`. */
export const resourcesPath = '/v1/cloud/resources'

/** The items of a measured page. */
export const pageSize = 20

/** The inventory of a fake, read over one connection. */
export class Inventory {
  readonly #line: Line

  /** @param origin of the fake */
  constructor(origin: string) {
    this.#line = new Line(origin)
  }

  /** Reads the body of an answer. @throws Error for a status other than 200 */
  async get(path: string): Promise<string> {
    const { status, body } = await this.#line.ask(toBytes('GET', path, keyHeaders))
    const text = body.toString()
    hold(status === 200, `GET ${path}: status ${status}`, text)
    return text
  }

  /** Reads a page of the list. @throws Error if it is not the requested page */
  async page(path: string, page: number, limit: number): Promise<Page> {
    const text = await this.get(path)
    const { data, pagination } = listShape.parse(JSON.parse(text))
    const { total_items: total, total_pages: pages, current_page: current } = pagination
    const length = Math.max(0, Math.min(limit, total - (page - 1) * limit))
    hold(current === page && data.length === length, `GET ${path}: not the page`, text)
    return { text, items: data, total, pages }
  }

  /** Closes the connection. */
  close(): void {
    this.#line.close()
  }
}

/** The path of a page of resources. @param filter as in a query; empty for none */
export function pagePath(page: number, filter = '', limit = pageSize): string {
  return `${resourcesPath}?${filter === '' ? '' : `${filter}&`}page=${page}&limit=${limit}`
}
