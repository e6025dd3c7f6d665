import type { Running } from './contender.ts'
import { kindFolder } from './fake.ts'
import type { Sample } from './figures.ts'
import { type LoadTool, type Loaded, putLoad, requireRight } from './load.ts'
import { type Kind, titles } from './requests.ts'
import { cpuMicros, userMicros } from './usage.ts'

/** A server that takes part in the rounds. */
export interface Entrant {
  readonly name: string
  readonly running: Running
  /** The files of its requests, by kind. */
  readonly folder: string
  /** In how many of the rounds it takes part. */
  readonly rounds: number
  /** True if a wrong answer ends the run; otherwise it is noted, and the server is left out. */
  readonly isHeld: boolean
}

/** The kinds that are measured, and the time for each. */
export interface Plan {
  readonly tool: LoadTool
  readonly kinds: readonly Kind[]
  readonly connections: readonly number[]
  readonly rounds: number
  /** The time of a round for each server. */
  readonly seconds: number
  /** The suffix of the name of each row. */
  readonly suffix: string
  /** Receives the name of each measurement as it begins. */
  readonly tell: (line: string) => void
}

/** Connections of the warm-up. */
const warmConnections = 16

/** Rounds that the warm-up takes: a server is measured once its code is compiled, which takes some ten thousand requests. */
const warmRounds = 5

/** The further time for a server that did not answer once. */
const patience = 10

/** Interleaved rounds on some servers: each in turn, and again. */
export class Rounds {
  readonly samples: Sample[] = []
  /** Servers that were left out of a row, with the reason. */
  readonly notes: string[] = []
  readonly #plan: Plan
  readonly #entrants: readonly Entrant[]
  readonly #positions = new Map<string, number>()

  constructor(plan: Plan, entrants: readonly Entrant[]) {
    this.#plan = plan
    this.#entrants = entrants
  }

  /** Measures every kind with every number of connections. @throws Error where an answer that is held was wrong */
  async run(): Promise<void> {
    for (const kind of this.#plan.kinds) {
      const able: Entrant[] = []
      for (const entrant of this.#entrants.filter(({ running }) => running.requests.has(kind)))
        if (await this.#trying(entrant, kind, () => this.#warm(entrant, kind))) able.push(entrant)
      for (const connections of this.#plan.connections) await this.#row(kind, connections, able)
    }
  }

  async #warm(entrant: Entrant, kind: Kind): Promise<void> {
    for (let round = 0; round < warmRounds; round += 1) await this.#load(entrant, kind, warmConnections)
    if (kind === 'create') await entrant.running.reset()
  }

  async #row(kind: Kind, connections: number, able: readonly Entrant[]): Promise<void> {
    const { rounds, tell } = this.#plan
    tell(`${this.#title(kind)}, ${connections} connections`)
    for (let round = 0; round < rounds; round += 1) {
      const present = able.filter((one) => round < one.rounds)
      // Forth and back, so that a machine that gets slower or faster favours nobody.
      for (const entrant of round % 2 === 0 ? present : present.toReversed()) {
        await this.#trying(entrant, kind, async () => {
          if (kind === 'create') await entrant.running.reset()
          this.samples.push(await this.#sample(entrant, kind, connections, round))
        })
      }
    }
  }

  #title(kind: Kind): string {
    return titles[kind] + this.#plan.suffix
  }

  /** True if a server could be measured. */
  async #trying({ name, isHeld }: Entrant, kind: Kind, measure: () => Promise<unknown>): Promise<boolean> {
    try {
      await measure()
      return true
    } catch (error) {
      if (isHeld) throw error
      const note = `${name}, ${this.#title(kind)}: ${error instanceof Error ? error.message : String(error)}`
      if (!this.notes.includes(note)) this.notes.push(note)
      return false
    }
  }

  async #sample(entrant: Entrant, kind: Kind, connections: number, round: number): Promise<Sample> {
    const { pid } = entrant.running.server
    const [before, beforeUser] = [cpuMicros(pid), userMicros(pid)]
    const loaded = await this.#load(entrant, kind, connections)
    const [after, afterUser] = [cpuMicros(pid), userMicros(pid)]
    const perRequest = (from: number | undefined, to: number | undefined): number | undefined =>
      from === undefined || to === undefined ? undefined : (to - from) / loaded.requests
    return {
      row: this.#title(kind),
      connections,
      contender: entrant.name,
      round,
      requests: loaded.requests,
      perSecond: loaded.requests / loaded.seconds,
      cpuMicros: perRequest(before, after),
      userMicros: perRequest(beforeUser, afterUser),
      p50Micros: loaded.p50Micros,
      p99Micros: loaded.p99Micros,
      loadShare: loaded.loadSeconds / loaded.seconds,
    }
  }

  /** Puts the load on, and goes on with the requests where the last load on this server ended. */
  async #load({ name, running, folder }: Entrant, kind: Kind, connections: number): Promise<Loaded> {
    const place = `${name}\0${kind}`
    const start = this.#positions.get(place) ?? 0
    const { tool, seconds } = this.#plan
    const load = { origin: running.server.origin, folder: kindFolder(folder, kind), connections, start }
    let loaded = await putLoad(tool, { ...load, seconds })
    // So slow that no answer came in that time.
    if (loaded.requests === 0) loaded = await putLoad(tool, { ...load, seconds: seconds * patience })
    this.#positions.set(place, start + loaded.requests)
    requireRight(loaded, `${name}, ${this.#title(kind)}, ${connections} connections`)
    return loaded
  }
}
