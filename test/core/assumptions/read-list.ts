import { anyList } from '../../support/answers.ts'
import { type Client, read } from '../../support/fake.ts'

/** The three lists: the path, a filter by a type, and how many items the built-in fixtures have. */
export const lists = [
  ['/security/assessments', 'resource_type', 42],
  ['/cloud/resources', 'type', 60],
  ['/data/analysis/jobs', 'type', 25],
] as const

/** A page of any list. */
export const listed = async ({ get }: Client, path: string) => read(await get(path), 200, anyList)

/** The pagination object of a page. */
export const page = async (client: Client, path: string) => (await listed(client, path)).pagination

/** The ids on a page, in order. */
export const idsOf = async (client: Client, path: string): Promise<string[]> =>
  (await listed(client, path)).data.map((item) => item.id)
