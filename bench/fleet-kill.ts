import { setTimeout as wait } from 'node:timers/promises'

import { connect } from '../src/index.ts'
import type { Fleet } from '../test/system/support/fleet.ts'
import { keyHeaders } from './inventory.ts'
import { show } from './table.ts'

/** Asks sandboxes of an instance without a pause until it is stopped. @returns what a client saw, with how often */
async function askOn(fleet: Fleet, names: readonly string[], stop: AbortSignal): Promise<ReadonlyMap<string, number>> {
  const seen = new Map<string, number>()
  for (let i = 0; !stop.aborted; i += 1) {
    const outcome = await fetch(`${fleet.url}/@${names[i % names.length]}/v1/cloud/resources?limit=1`, {
      headers: keyHeaders,
    }).then(
      async (response) => {
        const [, details = ''] = /"details":"([^"]*)"/.exec(await response.text()) ?? []
        return `${response.status} ${details.replace(/sandbox \S+/, 'sandbox NAME')}`
      },
      (error: unknown) =>
        `a broken connection (${error instanceof Error && error.cause instanceof Error ? Reflect.get(error.cause, 'code') : error})`,
    )
    seen.set(outcome, (seen.get(outcome) ?? 0) + 1)
  }
  return seen
}

/** Kills an instance under load, and starts it again. @returns lines of a report */
export async function killOne(fleet: Fleet): Promise<readonly string[]> {
  const { sandboxes: made } = await connect(fleet.url)
  for (let i = 0; i < 40; i += 1) await made.create(`load-${i}`)
  const { instances, sandboxes } = await connect(fleet.instances)
  const [lost = ''] = fleet.instances
  const home = instances.find(({ baseUrl }) => baseUrl.startsWith(lost))
  const listed = await sandboxes.list()
  const load = listed.filter(({ name }) => name.startsWith('load-'))
  const [own, others] = [
    load.filter(({ instance }) => instance === home),
    load.filter(({ instance }) => instance !== home),
  ].map((group) => group.map(({ name }) => name))
  const stop = new AbortController()
  const asking = Promise.all([own, own, own, own, others].map((names = []) => askOn(fleet, names, stop.signal)))
  await wait(1000)
  await fleet.kill(lost)
  const killedMs = performance.now()
  await wait(1000)
  const startedMs = performance.now()
  await fleet.restart(lost)
  const readyMs = performance.now()
  await wait(1000)
  stop.abort()
  const seen = await asking
  const say = (counts: readonly ReadonlyMap<string, number>[]): string => {
    const sums = new Map<string, number>()
    for (const [what, count] of counts.flatMap((one) => [...one])) sums.set(what, (sums.get(what) ?? 0) + count)
    return [...sums].map(([what, count]) => `${count} × ${what}`).join('; ')
  }
  return [
    `An instance with ${listed.filter(({ instance }) => instance === home).length} sandboxes was killed, was down for ${show(readyMs - killedMs)} ms, and was ready ${show(readyMs - startedMs)} ms after its start.`,
    `Its sandboxes saw: ${say(seen.slice(0, 4))}.`,
    `Those of the others saw: ${say(seen.slice(4))}.`,
  ]
}
