import { jobBody } from './answers.ts'
import type { ControlledFake } from './control.ts'

/** Creates records until there is no room. @param create returns the status of an answer @returns how many it created */
export async function countUntilFull(create: () => Promise<number>): Promise<number> {
  for (let made = 0; made < 200; made += 1) {
    const status = await create()
    if (status === 503) return made
    if (status !== 201) throw new Error(`the answer is ${status}`)
  }
  throw new Error('there is room for everything')
}

/** Creates jobs until there is no room. @returns how many it created */
export const fill = ({ api }: Pick<ControlledFake, 'api'>): Promise<number> =>
  countUntilFull(async () => (await api('POST', '/data/analysis/jobs', { body: jobBody })).status)
