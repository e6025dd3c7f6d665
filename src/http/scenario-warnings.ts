import type { Log } from '../lib/log.ts'
import { hideSecrets } from '../lib/secrets.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { LoadedScenario } from '../scenarios/library.ts'
import { warningsOf } from '../scenarios/rule-warnings.ts'
import { type Operation, contextOf } from './operation.ts'

/** Says where a scenario may not mean what it says in a sandbox, one line for each. */
export function scenarioWarnings(
  { definition, source }: LoadedScenario,
  sandbox: Sandbox,
  operations: readonly Operation[],
): readonly string[] {
  if (source === 'built-in') return []
  const context = contextOf(sandbox)
  return warningsOf(definition, {
    operations,
    keys: sandbox.keys.list().map(({ id }) => id),
    answerOf: ({ id }) => operations.find((operation) => operation.id === id)?.responseSchema(context),
  })
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
