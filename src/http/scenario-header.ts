import { InputError, inTermsOf } from '../lib/input-error.ts'
import { parseJson, whyNoJson } from '../lib/parse-json.ts'
import type { ScenarioManager } from '../scenarios/manager.ts'
import type { Settings } from '../scenarios/settings.ts'
import { ApiError } from '../spec/api-error.ts'

// A request asks for failures of its own only in these headers. They belong to the fake, not to the document.

/** The header that names scenarios (`flaky, slow`). */
export const scenarioHeader = 'X-Fake-Scenario'

/** The header that has the effect of one rule (`{"error":"internal_error"}`). */
export const thenHeader = 'X-Fake-Then'

/** The failures that a request asks for; null for a header that it does not have. */
export interface AskedFailures {
  readonly scenarios: string | null
  readonly then: string | null
}

/** The failures that a request asks for by its headers; undefined where it asks for none. */
export function failuresIn(headers: Headers): AskedFailures | undefined {
  const scenarios = headers.get(scenarioHeader)
  const then = headers.get(thenHeader)
  return scenarios === null && then === null ? undefined : { scenarios, then }
}

/**
 * The settings of a request with the failures that it asks for. Both headers are read before either has an effect.
 * @param nowMs the instant of the request
 * @throws ApiError invalid_request for an unknown scenario, and for an effect that cannot be used
 */
export function settingsWith(manager: ScenarioManager, { scenarios, then }: AskedFailures, nowMs: number): Settings {
  try {
    const rule = then === null ? undefined : inTermsOf(thenHeader, () => manager.compile({ then: readJson(then) }))
    const settings = scenarios === null ? manager.settings : manager.with(namesIn(scenarios), scenarioHeader, nowMs)
    return rule === undefined ? settings : manager.withRule(settings, rule, thenHeader, nowMs)
  } catch (error) {
    if (error instanceof InputError) throw new ApiError('invalid_request', error.message)
    throw error
  }
}

function namesIn(text: string): readonly string[] {
  return [...new Set(text.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()])))]
}

/** @throws InputError for a text that is not JSON */
function readJson(text: string): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof InputError) throw error
    throw new InputError(`expected JSON, such as {"error":"internal_error"}: ${whyNoJson(error)}`)
  }
}
