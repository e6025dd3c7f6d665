/** Names of the rate-limit headers that every answer carries (§8). */
export const rateHeaders = {
  limit: 'X-Rate-Limit-Limit',
  remaining: 'X-Rate-Limit-Remaining',
  reset: 'X-Rate-Limit-Reset',
} as const

/** Name of the header that carries the API key (§5). */
export const keyHeader = 'Authorization'

/** Scheme of the API key in its header (§5). */
export const keyScheme = 'Bearer'

/** Content type of bodies, both ways (§1, §4.3). */
export const jsonType = 'application/json'
