import { scenarioEndpoints } from '../../control/endpoints/scenarios.ts'
import { InputError, within } from '../../lib/input-error.ts'
import { isJsonObject } from '../../lib/merge-patch.ts'
import { type Actions, type Running, Shown } from '../group.ts'

async function switchTo(to: 'on' | 'off', { client: { scenarios }, args }: Running): Promise<Shown> {
  await scenarios[to](...args)
  const items = (await scenarios.list()).filter(({ active }) => active)
  return new Shown({ items }, `on now: ${items.map(({ name }) => name).join(', ') || 'none'}`)
}

export const scenarioActions: Actions = {
  'scenario on': (running) => switchTo('on', running),
  'scenario off': (running) => switchTo('off', running),
  'scenario define': async ({ call, input: body, args: [file = ''] }) => {
    const source = file === '-' ? 'stdin' : file
    // The fake checks the rest.
    if (!isJsonObject(body) || typeof body['name'] !== 'string') {
      const example = '{ "name": "slow", "rules": [{ "then": { "delay": "2s" } }] }'
      throw new InputError(`expected a scenario, such as ${example}`, { field: source })
    }
    return await call(scenarioEndpoints.defineScenario, { body }).catch((error: unknown) => {
      throw within(source, error)
    })
  },
}
