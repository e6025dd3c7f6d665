import { InputError, withSubject } from '../lib/input-error.ts'
import { parseJson, describeJsonError } from '../lib/parse-json.ts'
import { readBy } from '../lib/read-by.ts'
import { effectSchema } from '../scenarios/rule-schema.ts'
import { thenHeader } from '../scenarios/rule.ts'
import { ApiError } from '../spec/api-error.ts'
import { ignoreErrors } from './errors.ts'
import { headerWarnings, scenarioHeader } from './headers.ts'
import { useSettings } from './request-context.ts'
import type { RequestContext, Service } from './types.ts'

/** Reads the headers by which a request asks for failures. Both are read before either takes effect. */
export function useFailureHeaders(service: Service, ctx: RequestContext): undefined {
  const { headers, sandbox, malformed } = ctx
  if (!headers.hasFakeHeader || malformed !== undefined) return
  ignoreErrors(() => {
    for (const warning of headerWarnings(headers.sent)) {
      service.log.warn(`${sandbox.name}: ${ctx.method}: ${warning}`)
    }
  })
  const { scenarios } = sandbox
  const { scenario, effect } = headers
  try {
    const own =
      effect === null ? null : withSubject(thenHeader, () => readBy(effectSchema, readJson(effect), 'the effect'))
    if (scenario !== null) useSettings(ctx, scenarios.with(namesIn(scenario), scenarioHeader, ctx.nowMs))
    if (own !== null) useSettings(ctx, scenarios.withEffect(ctx.settings, own, thenHeader, ctx.nowMs))
  } catch (error) {
    if (!(error instanceof InputError)) throw error
    ctx.malformed = new ApiError('invalid_request', error.message)
  }
}

function namesIn(text: string): readonly string[] {
  const names = text.split(',').map((name) => name.trim())
  return [...new Set(names.filter((name) => name !== ''))]
}

function readJson(text: string): unknown {
  // Clients send other characters in different encodings.
  if (/[^\t\x20-\x7e]/.test(text)) throw new InputError(String.raw`expected ASCII; write é as \u00e9`)
  try {
    return parseJson(text)
  } catch (error) {
    if (error instanceof InputError) throw error
    throw new InputError(`expected JSON, such as {"error":"internal_error"}: ${describeJsonError(error)}`)
  }
}
