import { quote } from '../lib/input-error.ts'
import { listed } from '../lib/listed.ts'
import { didYouMean } from '../lib/nearest.ts'
import { hasSecret } from '../lib/secrets.ts'
import { bodilessStatuses, readStatus } from '../spec/errors.ts'
import { isLike } from './pattern.ts'
import { eachOf, hasPath, type Operations, operationsWith } from './rule-checks.ts'
import { type Effect, onlyDelays, type ScenarioRule, stageOf, type When } from './rule-schema.ts'
import type { ScenarioBase } from './schema.ts'

const mostWarnings = 10

/** Says where a scenario may not mean what it says, one line for each. @param keys ids of the keys of the sandbox */
export function warningsOf(definition: ScenarioBase, operations: Operations, keys: readonly string[]) {
  const { $schema: _, name: __, description: ___, group: ____, ...content } = definition
  const isEmpty = Object.values(content).every((value) => Object.keys(Object(value)).length === 0)
  const { rules = [] } = definition
  return [
    ...(isEmpty ? ['has neither a rule nor a setting, so it changes nothing'] : []),
    ...rules.flatMap(({ when = {}, then }, at) => [
      ...whenWarnings(when, operations, keys).map((text) => `rules[${at}].when.${text}`),
      ...effectWarnings(then).map((text) => `rules[${at}].then.${text}`),
    ]),
    ...hiddenWarnings(rules),
  ].slice(0, mostWarnings)
}

/** The rules that never fire, since another one takes every request before it is handled. */
function hiddenWarnings(rules: readonly ScenarioRule[]): readonly string[] {
  const stages = rules.map(({ phase, then }) => phase ?? stageOf(then))
  const taker = rules.findIndex(
    ({ when = {}, count, then }, at) =>
      stages[at] === 'before' && Object.keys(when).length === 0 && count === undefined && !onlyDelays(then),
  )
  return stages.flatMap((stage, at) =>
    taker !== -1 && (at > taker || stage === 'after')
      ? [`rules[${at}]: never fires, since rules[${taker}] takes every request before it`]
      : [],
  )
}

function whenWarnings(when: When, operations: Operations, keys: readonly string[]): readonly string[] {
  const { path, key, query = {} } = when
  const left = operationsWith(when, operations)
  const parameters = new Set(left.flatMap(({ queryParameters }) => Object.keys(queryParameters)))
  const paths = new Set(operations.map((one) => one.path))
  return [
    ...eachOf(path)
      .filter((text) => !operations.some((one) => hasPath(one, text)))
      .map((text) => {
        const hint = text.includes('?')
          ? '; a query belongs in when.query'
          : near(text.replace(/^.*\/v\d+\//, '/'), paths)
        return `path: no operation has ${quote(text)}${hint || `, only ${listed([...paths], ' or ', String, 4)}`}`
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

function effectWarnings({ status = readStatus, ...changes }: Effect): readonly string[] {
  const { error, body, fault, patch, replace } = changes
  const isUsual = [error, body, fault, patch, replace].every((change) => change === undefined)
  if (!isUsual || status < 300 || bodilessStatuses.has(status)) return []
  return [`status: ${status} comes with the usual body; add an error or a body`]
}

/** The nearest known names, as a sentence after another; empty if none is near. */
function near(written: string, known: Iterable<string>): string {
  const names = didYouMean(written, known)
  return names === '' ? '' : `.${names}`
}
