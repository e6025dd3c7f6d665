import type { Assume } from '../assumptions/register.ts'
import { retryHeaderCodes } from '../http/answer.ts'
import type { JsonObject } from '../lib/merge-patch.ts'
import type { ErrorCode } from '../spec/errors.ts'
import { rateHeaders } from '../spec/headers.ts'
import { reference } from './components.ts'

const whole = { type: 'integer', minimum: 0 }

/** The headers of the document that its answers refer to, by the name of the component. */
export function headerComponents(assume: Assume): JsonObject {
  const unit = assume('rateResetUnit')
  return {
    RateLimit: { description: 'The most requests that are allowed in an hour (§8).', required: true, schema: whole },
    RateRemaining: { description: 'Requests that remain in the window (§8).', required: true, schema: whole },
    RateReset: {
      description: `When the window resets: a Unix timestamp in ${unit} (§8).`,
      required: true,
      schema: { type: 'integer' },
    },
    ...(assume('deprecation') === 'sunset' ? endComponents : {}),
  }
}

const endComponents = {
  Deprecation: {
    description: 'When this version is deprecated (RFC 9745).',
    required: true,
    schema: { type: 'string', pattern: String.raw`^@-?\d+$` },
  },
  Sunset: {
    description: 'When this version is switched off (RFC 8594): an HTTP date.',
    required: true,
    schema: { type: 'string' },
  },
}

/**
 * The headers of an answer.
 * @param codes the errors that it can have
 * @param canServe true if it can be the answer to a request that was served
 */
export function answerHeaders(assume: Assume, codes: readonly ErrorCode[], canServe: boolean): JsonObject {
  return {
    [rateHeaders.limit]: reference('headers', 'RateLimit'),
    [rateHeaders.remaining]: reference('headers', 'RateRemaining'),
    [rateHeaders.reset]: reference('headers', 'RateReset'),
    ...(assume('retryAfter') === 'present' ? retryHeader(codes, canServe) : {}),
    ...(assume('deprecation') === 'sunset'
      ? { Deprecation: reference('headers', 'Deprecation'), Sunset: reference('headers', 'Sunset') }
      : {}),
  }
}

function retryHeader(codes: readonly ErrorCode[], canServe: boolean): JsonObject {
  const having = codes.filter((code) => retryHeaderCodes.has(code))
  if (having.length === 0) return {}
  const isAlways = !canServe && having.length === codes.length
  const description = `Seconds after which to try again, with ${having.join(' and ')}.`
  return { 'Retry-After': { description, required: isAlways, schema: whole } }
}
