import type * as z from 'zod/mini'

import { quote } from '../lib/input-error.ts'
import { isJsonObject, type JsonObject } from '../lib/merge-patch.ts'
import { didYouMean, nearest } from '../lib/nearest.ts'
import { allNames, formsAt } from '../lib/schema-fields.ts'
import { hasSecret } from '../lib/secrets.ts'
import { errorEnvelopeSchema } from '../spec/envelope.ts'
import { bodilessStatuses, readStatus } from '../spec/errors.ts'
import { isLike } from './pattern.ts'
import {
  eachOf,
  either,
  hasMethod,
  hasPath,
  isNamed,
  type KnownOperation,
  meeting,
  type Operations,
} from './rule-checks.ts'
import { type Effect, onlyDelays, type ScenarioRule, stageOf, type When } from './rule-schema.ts'
import type { ScenarioBase } from './schema.ts'

/** What a sandbox has that rules may name. */
export interface KnownNames {
  readonly operations: Operations
  readonly keys: readonly string[]
  /** The body of a success of an operation; undefined where it has none. */
  readonly answerOf: (operation: KnownOperation) => z.core.$ZodType | undefined
}

const mostWarnings = 10

/** Says where a scenario may not mean what it says, one line for each. */
export function warningsOf(definition: ScenarioBase, known: KnownNames): readonly string[] {
  const { $schema: _, name: __, description: ___, group: ____, ...content } = definition
  const isEmpty = Object.values(content).every((value) => Object.keys(Object(value)).length === 0)
  const found: string[] = isEmpty ? ['has neither a rule nor a setting, so it changes nothing'] : []
  const { rules = [] } = definition
  for (const [at, { when = {}, then }] of rules.entries()) {
    if (found.length >= mostWarnings) break
    const reached = meeting(meeting(known.operations, when.operation, isNamed), when.path, hasPath)
    const left = meeting(reached, when.method, hasMethod)
    found.push(
      ...whenWarnings(when, reached, left, known).map((text) => `rules[${at}].when.${text}`),
      ...effectWarnings(then, left, known).map((text) => `rules[${at}].then.${text}`),
    )
  }
  return [...found, ...hiddenWarnings(rules)].slice(0, mostWarnings)
}

/** The rules that never fire, since another one takes every request before them. */
function hiddenWarnings(rules: readonly ScenarioRule[]): readonly string[] {
  const stages = rules.map(({ phase, then }) => phase ?? stageOf(then))
  const takers = rules.map(({ when = {}, count, then }, at) =>
    Object.keys(when).length === 0 && count === undefined && !onlyDelays(then) ? stages[at] : undefined,
  )
  const [before, after] = [takers.indexOf('before'), takers.indexOf('after')]
  return stages.flatMap((stage, at) => {
    const isAfterAll = before !== -1 && (stage === 'after' || before < at)
    if (!isAfterAll && (stage === 'before' || after === -1 || after >= at)) return []
    return [`rules[${at}]: never fires, since rules[${isAfterAll ? before : after}] takes every request before it`]
  })
}

/** @param reached the operations that the other conditions leave @param left those that have the method too */
function whenWarnings(
  { method, path, key, query = {} }: When,
  reached: Operations,
  left: Operations,
  { operations, keys }: KnownNames,
): readonly string[] {
  const parameters = new Set(left.flatMap(({ queryParameters }) => Object.keys(queryParameters)))
  const paths = new Set(operations.map((one) => one.path))
  return [
    ...eachOf(method)
      .filter((text) => reached.length > 0 && !reached.some((one) => hasMethod(one, text)))
      .map((text) => `method: no operation has ${quote(text)} there, only ${either(reached, (one) => one.method)}`),
    ...eachOf(path)
      .filter((text) => !operations.some((one) => hasPath(one, text)))
      .slice(0, mostWarnings)
      .map((text) => {
        const hint = text.includes('?')
          ? '; a query belongs in when.query'
          : near(text.replace(/^.*\/v\d+\//, '/'), paths)
        return `path: no operation has ${quote(text)}${hint || `, only ${either(operations, (one) => one.path)}`}`
      }),
    ...Object.keys(query)
      .filter((name) => left.length > 0 && !parameters.has(name))
      .map((name) => `query.${name}: no such parameter is documented${near(name, parameters)}`),
    ...eachOf(key).flatMap((text) => {
      if (hasSecret(text)) return ['key: expected the id of a key, such as full-access, got its secret']
      const isKnown = keys.length === 0 || keys.some(isLike(text))
      return isKnown ? [] : [`key: no key has the id ${quote(text)}${near(text, keys)}`]
    }),
  ]
}

/** Says where an effect may not mean what it says. @param on the operations whose answers it changes */
function effectWarnings(effect: Effect, on: Operations, { answerOf }: KnownNames): readonly string[] {
  const { error, patch = {}, replace = {} } = effect
  if ((effect.patch ?? effect.replace) === undefined) return statusWarnings(effect)
  const bodies = error === undefined ? on.flatMap((one) => answerOf(one) ?? []) : [errorEnvelopeSchema]
  if (bodies.length === 0) return []
  const inData = new Set(
    bodies.flatMap((schema) => formsAt(schema, [])).flatMap(({ data }) => (data === undefined ? [] : allNames(data))),
  )
  return [
    ...Object.keys(replace)
      .filter((name) => !inData.has(name))
      .map((name) => `replace.${name}: replaces nothing, since no answer has it below data${near(name, inData)}`),
    ...patchWarnings(patch, new Set(bodies.flatMap(allNames)), 'patch'),
  ]
}

/** @param effect one that changes no field of a body */
function statusWarnings({ error, status = readStatus, body, fault }: Effect): readonly string[] {
  const isUsual = error === undefined && body === undefined && fault === undefined
  if (!isUsual || status < 300 || bodilessStatuses.has(status)) return []
  return [`status: ${status} comes with the usual body; add an error or a body`]
}

/** A patch may add a field of its own: only one that looks like a slip of the pen is in doubt. */
function patchWarnings(patch: JsonObject, names: ReadonlySet<string>, at: string): readonly string[] {
  return Object.entries(patch).flatMap(([name, change]) => {
    if (names.has(name)) return isJsonObject(change) ? patchWarnings(change, names, `${at}.${name}`) : []
    if (change === null) return [`${at}.${name}: removes nothing, since no answer has it${near(name, names)}`]
    const slips = nearest(name, names).filter((other) => !other.includes(name) && !name.includes(other))
    return slips.length === 0 ? [] : [`${at}.${name}: adds a field that no answer has${near(name, slips)}`]
  })
}

/** The nearest known names, as a sentence after another; empty if none is near. */
function near(written: string, known: Iterable<string>): string {
  const names = didYouMean(written, known)
  return names === '' ? '' : `.${names}`
}
