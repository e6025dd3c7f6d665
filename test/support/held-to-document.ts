import * as z from 'zod/mini'

import type { Fake } from '../../src/index.ts'
import type { RecordedResponse } from './contract.ts'
import { type Choices, contractFor } from './documents.ts'

const summarySchema = z.looseObject({
  scenarios: z.array(z.string()),
  assumptions: z.record(z.string(), z.union([z.string(), z.number()])),
})
const scenarioSchema = z.looseObject({
  active: z.boolean(),
  assume: z.optional(z.record(z.string(), z.union([z.string(), z.number()]))),
  rules: z.array(z.looseObject({ hits: z.number(), then: z.record(z.string(), z.unknown()) })),
})

/** True if the effect of a rule makes an answer differ from the documented answer. A slow body arrives whole. */
function changesAnswer({ fault, status, headers, body, patch, replace }: Readonly<Record<string, unknown>>): boolean {
  const changes = [status, headers, body, patch, replace].some((change) => change !== undefined)
  return changes || (fault !== undefined && fault !== 'slow_body')
}

/** The state of a sandbox when a request was sent. */
interface Held {
  /** The URL of the control plane of the sandbox. */
  readonly control: string
  /** The path of the request, relative to the base address. */
  readonly path: string
  readonly choices: Choices
  /** The scenarios that may affect the answer, as they were. */
  readonly shown: readonly Shown[]
}

/** A scenario, with the hits of its rules that change answers. */
interface Shown {
  readonly name: string
  readonly active: boolean
  readonly assume: Choices | undefined
  readonly faulty: number
}

/** Validates the answers of a fake against the OpenAPI document of their sandbox's choices. It skips only answers that a scenario changed. */
export class DocumentValidator {
  readonly #fake: Fake

  constructor(fake: Fake) {
    this.#fake = fake
  }

  /** Reads the state before a request is sent. @param named the scenarios in its header */
  async look(url: string, named: string | undefined): Promise<Held> {
    const { origin, pathname } = new URL(url)
    const [, prefix = '', path = ''] = /^(\/@[a-z0-9][a-z0-9-]{0,62}(?=\/))?(.*)$/.exec(pathname) ?? []
    const control = `${origin}${prefix}/_control`
    const { scenarios: on, assumptions } = summarySchema.parse(await this.#ask(control))
    const own = (named ?? '').split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()]))
    const scenarios = [...new Set([...on, ...own])]
    const shown = await this.#show(control, scenarios)
    const chosen = shown.filter(({ name }) => own.includes(name)).map(({ assume }) => assume ?? {})
    const choices: Choices = Object.assign({}, assumptions, ...chosen)
    return { control, path: path.startsWith('/v1/') ? path.slice(3) : path, choices, shown }
  }

  /** The violations of the document in an answer; none if a scenario changed the answer. */
  async violations(
    { control, path, choices, shown }: Held,
    answer: Omit<RecordedResponse, 'path'>,
  ): Promise<readonly string[]> {
    const contract = await contractFor(choices)
    const found = contract.violations({ ...answer, path })
    if (found.length === 0 || shown.length === 0) return found
    const names = shown.map(({ name }) => name)
    return wasFaulty(shown, await this.#show(control, names)) ? [] : found
  }

  async #show(control: string, names: readonly string[]): Promise<readonly Shown[]> {
    const shown = names.map(async (name): Promise<readonly Shown[]> => {
      const parsed = scenarioSchema.safeParse(await this.#ask(`${control}/scenarios/${encodeURIComponent(name)}`))
      // For an unknown name, the request is rejected.
      if (!parsed.success) return []
      const { active, assume, rules } = parsed.data
      const faulty = rules.reduce((sum, { then, hits }) => sum + (changesAnswer(then) ? hits : 0), 0)
      return [{ name, active, assume, faulty }]
    })
    return (await Promise.all(shown)).flat()
  }

  /** Requests the control plane in process, so that sockets do not show it. */
  async #ask(url: string): Promise<unknown> {
    const answer = await this.#fake.fetch(url)
    return await answer.json()
  }
}

/** True if a rule that changes answers fired meanwhile. A scenario that only requests name restarts its counts, so its first count may repeat. */
function wasFaulty(before: readonly Shown[], after: readonly Shown[]): boolean {
  return after.some(({ name, faulty }) => {
    const earlier = before.find((scenario) => scenario.name === name)
    return faulty !== earlier?.faulty || (!earlier.active && faulty === 1)
  })
}
