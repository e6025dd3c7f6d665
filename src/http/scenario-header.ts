import { InputError } from '../lib/input-error.ts'
import type { ScenarioManager } from '../scenarios/manager.ts'
import type { Settings } from '../scenarios/settings.ts'
import { ApiError } from '../spec/api-error.ts'

/** A request names scenarios for itself only in this header. The header belongs to the fake, not to the document. */
export const scenarioHeader = 'X-Fake-Scenario'

/**
 * The settings that a request asks for by its header (`flaky, slow`).
 * @param nowMs the instant of the request
 * @throws ApiError invalid_request for an unknown scenario
 */
export function readScenarios(scenarios: ScenarioManager, text: string, nowMs: number): Settings {
  const names = text.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()]))
  try {
    return scenarios.with([...new Set(names)], scenarioHeader, nowMs)
  } catch (error) {
    if (error instanceof InputError) throw new ApiError('invalid_request', error.message)
    throw error
  }
}
