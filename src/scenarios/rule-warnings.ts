import type * as z from 'zod/mini'

import { conventionalStatuses, errorStatuses } from '../assumptions/error-statuses.ts'
import { quote } from '../lib/input-error.ts'
import { isJsonObject, type JsonObject } from '../lib/merge-patch.ts'
import { didYouMean, nearest } from '../lib/nearest.ts'
import { allNames, formsAt } from '../lib/schema-fields.ts'
import { hasSecret } from '../lib/secrets.ts'
import { errorEnvelopeSchema } from '../spec/envelope.ts'
import { bodilessStatuses, errorCodes, readStatus } from '../spec/errors.ts'
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
import type { Effect, When } from './rule-schema.ts'
import { hiddenRules } from './rule.ts'
import type { ScenarioBase } from './schema.ts'

/** What a sandbox has that rules may name. */
export interface KnownNames {
  readonly operations: Operations
  /** The ids of its keys. */
  readonly keys: readonly string[]
  /** The body of a success of an operation; undefined where it has none. */
  readonly answerOf: (operation: KnownOperation) => z.core.$ZodType | undefined
}

/** Most warnings about one scenario. */
const mostWarnings = 10

/** Says where a scenario may not mean what it says, one line for each. */
export function warningsOf(definition: ScenarioBase, known: KnownNames): readonly string[] {
  const { rules = [] } = definition
  const found: string[] = isEmpty(definition) ? ['has neither a rule nor a setting, so it changes nothing'] : []
  for (const [at, { when = {}, then }] of rules.entries()) {
    if (found.length >= mostWarnings) break
    const left = meant(when, known.operations)
    const ofThen = effectWarnings(then, left, known)
    const texts = [...whenWarnings(when, left, known), ...ofThen.map((text) => `then.${text}`)]
    found.push(...texts.map((text) => `rules[${at}].${text}`))
  }
  return [...found, ...hiddenRules(rules)].slice(0, mostWarnings)
}

/** The fields of a scenario that are about it. */
const about: ReadonlySet<string> = new Set(['$schema', 'name', 'description', 'group'])

function isEmpty(definition: ScenarioBase): boolean {
  const isNothing = (value: unknown): boolean =>
    value === undefined || (typeof value === 'object' && Object.keys(value ?? {}).length === 0)
  return Object.entries(definition).every(([field, value]) => about.has(field) || isNothing(value))
}

/** The operations that the conditions of a rule leave. */
function meant({ operation, method, path }: When, operations: Operations): Operations {
  return meeting(meeting(meeting(operations, operation, isNamed), method, hasMethod), path, hasPath)
}

/** Says where an effect may not mean what it says. @param on the operations whose answers it changes */
export function effectWarnings(effect: Effect, on: Operations, { answerOf }: KnownNames): readonly string[] {
  const { error, patch, replace } = effect
  if (patch === undefined && replace === undefined) return statusWarnings(effect)
  const bodies = error === undefined ? on.flatMap((one) => answerOf(one) ?? []) : [errorEnvelopeSchema]
  if (bodies.length === 0) return []
  const inData = bodies.flatMap((body) => formsAt(body, [])).flatMap(({ data }) => (data === undefined ? [] : [data]))
  return [
    ...(replace === undefined ? [] : replaceWarnings(replace, distinct(inData.flatMap(allNames)))),
    ...(patch === undefined ? [] : patchWarnings(patch, distinct(bodies.flatMap(allNames)), 'patch')),
  ]
}

const distinct = (names: readonly string[]): readonly string[] => [...new Set(names)]

function replaceWarnings(replace: JsonObject, names: readonly string[]): readonly string[] {
  return Object.keys(replace)
    .filter((name) => !names.includes(name))
    .map((name) => `replace.${name}: replaces nothing, since no answer has it below data${near(name, names)}`)
}

/** A patch may add a field of its own: only one that looks like a slip of the pen is in doubt. */
function patchWarnings(patch: JsonObject, names: readonly string[], at: string): readonly string[] {
  return Object.entries(patch).flatMap(([name, change]) => {
    if (names.includes(name)) return isJsonObject(change) ? patchWarnings(change, names, `${at}.${name}`) : []
    if (change === null) return [`${at}.${name}: removes nothing, since no answer has it${near(name, names)}`]
    const slips = nearest(name, names).filter((other) => !other.includes(name) && !name.includes(other))
    return slips.length === 0 ? [] : [`${at}.${name}: adds a field that no answer has${near(name, slips)}`]
  })
}

/** @param left the operations that the conditions leave */
function whenWarnings(
  { operation, method, path, key, query = {} }: When,
  left: Operations,
  { operations, keys }: KnownNames,
): readonly string[] {
  const named = meeting(operations, operation, isNamed)
  const withMethod = meeting(named, method, hasMethod)
  const parameters = new Set(left.flatMap(({ queryParameters }) => Object.keys(queryParameters)))
  return [
    ...eachOf(method)
      .filter((text) => !named.some((one) => hasMethod(one, text)))
      .map((text) => `when.method: no operation has ${quote(text)}, only ${either(named, ({ method: own }) => own)}`),
    ...eachOf(path)
      .filter((text) => !withMethod.some((one) => hasPath(one, text)))
      .slice(0, mostWarnings)
      .map((text) => `when.path: no operation has ${quote(text)}${hintFor(text, named)}`),
    ...Object.keys(query)
      .filter((name) => left.length > 0 && !parameters.has(name))
      .map((name) => `when.query.${name}: no such parameter is documented${near(name, parameters)}`),
    ...eachOf(key)
      .filter(hasSecret)
      .map(() => 'when.key: expected the id of a key, such as full-access, got its secret'),
    ...eachOf(key)
      .filter((text) => keys.length > 0 && !hasSecret(text) && !keys.some(isLike(text)))
      .map((text) => `when.key: no key has the id ${quote(text)}${near(text, keys)}`),
  ]
}

/** The end of a warning about a path that no operation has. */
function hintFor(path: string, operations: Operations): string {
  const at = operations.filter((one) => hasPath(one, path))
  if (at.length > 0) return ` with this method, only ${either(at, ({ method }) => method)}`
  if (path.includes('?')) return '; a query belongs in when.query'
  const written = path.replace(/^(?:\/@[^/]+)?\/v\d+\//, '/')
  const paths = new Set(operations.map((one) => one.path))
  return near(written, paths) || `, only ${either(operations, (one) => one.path)}`
}

/** The nearest known names, as a sentence after another; empty if none is near. */
function near(written: string, known: Iterable<string>): string {
  const names = didYouMean(written, known)
  return names === '' ? '' : `.${names}`
}

/** @param effect one that changes no field of a body */
function statusWarnings({ error, status, body, fault }: Effect): readonly string[] {
  if (status === undefined || body !== undefined || fault !== undefined || bodilessStatuses.has(status)) return []
  if (error === undefined) {
    return status < 300 ? [] : [`status: ${status} comes with the usual body; add an error or a body`]
  }
  const isUsual = Object.values(errorStatuses).some((statuses) => statuses[error] === status)
  if (isUsual && status !== readStatus) return []
  const right = errorCodes.find((code) => conventionalStatuses[code] === status)
  const usual = right === undefined ? '' : `; ${right} has ${status}`
  const hint = status === readStatus ? '; the assumption errorStatus=always_200 gives every error 200' : usual
  return [`status: ${error} has ${conventionalStatuses[error]}, not ${status}${hint}`]
}
