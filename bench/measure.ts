import type { Arguments } from './arguments.ts'
import { kindFolder, type Running } from './fake.ts'
import type { Sample } from './figures.ts'
import { type Loaded, putLoad, requireRight } from './load.ts'
import { type Kind, titles } from './requests.ts'
import { cpuMicros, userMicros } from './usage.ts'

/** A server that takes part in the rounds. */
export interface Contender {
  readonly name: string
  readonly running: Running
  /** The files of its requests, by kind. */
  readonly folder: string
}

/** What is measured, and how long. */
export interface Plan extends Pick<Arguments, 'kinds' | 'connections' | 'rounds' | 'seconds'> {
  /** Receives the name of each measurement as it begins. */
  readonly tell: (line: string) => void
}

/** Connections of the warm-up. */
const warmConnections = 16

/** Rounds that the warm-up takes: a server is measured once its code is compiled, which takes some ten thousand requests. */
const warmRounds = 5

/** Interleaved rounds on some servers: each in turn, and again. */
export class Rounds {
  readonly samples: Sample[] = []
  readonly #plan: Plan
  readonly #entrants: readonly Contender[]
  readonly #positions = new Map<string, number>()

  constructor(plan: Plan, entrants: readonly Contender[]) {
    this.#plan = plan
    this.#entrants = entrants
  }

  /** Measures every kind with every number of connections. @throws Error where an answer was wrong */
  async run(): Promise<void> {
    for (const kind of this.#plan.kinds) {
      for (const entrant of this.#entrants) {
        for (let round = 0; round < warmRounds; round += 1) await this.#load(entrant, kind, warmConnections)
      }
      for (const connections of this.#plan.connections) await this.#row(kind, connections)
    }
  }

  async #row(kind: Kind, connections: number): Promise<void> {
    const { rounds, tell } = this.#plan
    tell(`${titles[kind]}, ${connections} connections`)
    for (let round = 0; round < rounds; round += 1) {
      // Forth and back, so that a machine that gets slower or faster favours nobody.
      for (const entrant of round % 2 === 0 ? this.#entrants : this.#entrants.toReversed()) {
        if (kind === 'create') await entrant.running.reset()
        this.samples.push(await this.#sample(entrant, kind, connections, round))
      }
    }
  }

  async #sample(entrant: Contender, kind: Kind, connections: number, round: number): Promise<Sample> {
    const { pid } = entrant.running.server
    const [before, beforeUser] = [cpuMicros(pid), userMicros(pid)]
    const loaded = await this.#load(entrant, kind, connections)
    const [after, afterUser] = [cpuMicros(pid), userMicros(pid)]
    const perRequest = (from: number | undefined, to: number | undefined): number | undefined =>
      from === undefined || to === undefined ? undefined : (to - from) / loaded.requests
    return {
      row: titles[kind],
      connections,
      contender: entrant.name,
      round,
      requests: loaded.requests,
      perSecond: loaded.requests / loaded.seconds,
      cpuMicros: perRequest(before, after),
      userMicros: perRequest(beforeUser, afterUser),
      loadShare: loaded.loadSeconds / loaded.seconds,
    }
  }

  /** Puts the load on, and goes on with the requests where the last load on this server ended. */
  async #load({ name, running, folder }: Contender, kind: Kind, connections: number): Promise<Loaded> {
    const place = `${name}\0${kind}`
    const start = this.#positions.get(place) ?? 0
    const { seconds } = this.#plan
    const { origin } = running.server
    const loaded = await putLoad({ origin, folder: kindFolder(folder, kind), connections, seconds, start })
    this.#positions.set(place, start + loaded.requests)
    requireRight(loaded, `${name}, ${titles[kind]}, ${connections} connections`)
    return loaded
  }
}
