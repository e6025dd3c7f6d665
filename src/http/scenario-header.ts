import { InputError, inTermsOf } from '../lib/input-error.ts'
import { parseJson, whyNoJson } from '../lib/parse-json.ts'
import { readBy } from '../lib/read-by.ts'
import type { ScenarioManager } from '../scenarios/manager.ts'
import { effectSchema } from '../scenarios/rule-schema.ts'
import { thenHeader } from '../scenarios/rule.ts'
import type { Settings } from '../scenarios/settings.ts'
import { ApiError } from '../spec/api-error.ts'
import { scenarioHeader } from './fake-headers.ts'
import type { SentHeaders } from './sent-headers.ts'

/** The failures that a request asks for by its headers; null for a header that it does not have. */
export type AskedFailures = Pick<SentHeaders, 'scenario' | 'effect'>

/**
 * The settings of a request with the failures that it asks for. Both headers are read before either has an effect.
 * @param nowMs the instant of the request
 * @throws ApiError invalid_request for an unknown scenario, and for an effect that cannot be used
 */
export function settingsWith(manager: ScenarioManager, { scenario, effect }: AskedFailures, nowMs: number): Settings {
  try {
    const own =
      effect === null ? undefined : inTermsOf(thenHeader, () => readBy(effectSchema, readJson(effect), 'the effect'))
    const settings = scenario === null ? manager.settings : manager.with(namesIn(scenario), scenarioHeader, nowMs)
    return own === undefined ? settings : manager.withEffect(settings, own, thenHeader, nowMs)
  } catch (error) {
    if (error instanceof InputError) throw new ApiError('invalid_request', error.message)
    throw error
  }
}

function namesIn(text: string): readonly string[] {
  const names = text.split(',').map((name) => name.trim())
  return [...new Set(names.filter((name) => name !== ''))]
}

function readJson(text: string): unknown {
  // Each client sends other characters in another encoding.
  if (/[^\t\x20-\x7e]/.test(text)) throw new InputError(String.raw`expected ASCII; write é as \u00e9`)
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof InputError) throw error
    throw new InputError(`expected JSON, such as {"error":"internal_error"}: ${whyNoJson(error)}`)
  }
}
