import { quote } from '../lib/input-error.ts'
import { listed } from '../lib/listed.ts'
import type { Log } from '../lib/log.ts'
import { didYouMean } from '../lib/nearest.ts'
import { hasSecret, hideSecrets } from '../lib/secrets.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { LoadedScenario } from '../scenarios/library.ts'
import { isLike } from '../scenarios/pattern.ts'
import { asList, hasPath, type Operations, operationsWith } from '../scenarios/rule-checks.ts'
import type { Effect, When } from '../scenarios/rule-schema.ts'
import { bodilessStatuses, readStatus } from '../spec/errors.ts'
import type { Operation } from './types.ts'

const maxWarnings = 10

/** Warns of parts of a scenario that may not work as intended in a sandbox, one line each. */
export function scenarioWarnings(
  { definition, source }: LoadedScenario,
  sandbox: Sandbox,
  operations: readonly Operation[],
): readonly string[] {
  if (source === 'built-in') return []
  const keys = sandbox.keys.list().map(({ id }) => id)
  const warnings = (definition.rules ?? []).flatMap(({ when = {}, then }, at) => [
    ...whenWarnings(when, operations, keys).map((text) => `rules[${at}].when.${text}`),
    ...effectWarnings(then).map((text) => `rules[${at}].then.${text}`),
  ])
  return warnings.slice(0, maxWarnings)
}

export function logWarnings(
  all: readonly LoadedScenario[],
  sandbox: Sandbox,
  { operations, log }: { readonly operations: readonly Operation[]; readonly log: Log },
): void {
  for (const loaded of all) {
    for (const warning of scenarioWarnings(loaded, sandbox, operations)) {
      log.warn(hideSecrets(`the scenario ${loaded.definition.name}: ${warning}`, ''))
    }
  }
}

function whenWarnings(when: When, operations: Operations, keys: readonly string[]): readonly string[] {
  const { path, key, query = {} } = when
  const left = operationsWith(when, operations)
  const parameters = new Set(left.flatMap(({ queryParameters }) => Object.keys(queryParameters)))
  const paths = new Set(operations.map((one) => one.path))
  return [
    ...asList(path)
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
    ...asList(key).flatMap((text) => {
      if (hasSecret(text)) return ['key: expected the id of a key, such as full-access, got its secret']
      const isKnown = keys.length === 0 || keys.some(isLike(text))
      return isKnown ? [] : [`key: no key has the id ${quote(text)}${near(text, keys)}`]
    }),
  ]
}

function effectWarnings({ status = readStatus, ...changes }: Effect): readonly string[] {
  const { error, body, fault, patch, replace } = changes
  const isServedBody = [error, body, fault, patch, replace].every((change) => change === undefined)
  if (!isServedBody || status < 300 || bodilessStatuses.has(status)) return []
  return [`status: ${status} is sent with the normal body; add an error or a body`]
}

/** The nearest known names, as a sentence after another; empty if none is near. */
function near(written: string, known: Iterable<string>): string {
  const names = didYouMean(written, known)
  return names === '' ? '' : `.${names}`
}
