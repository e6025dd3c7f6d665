/** Names of the rate-limit headers that every answer carries (§8). */
export const rateHeaders = {
  limit: 'X-Rate-Limit-Limit',
  remaining: 'X-Rate-Limit-Remaining',
  reset: 'X-Rate-Limit-Reset',
} as const

export const keyHeader = 'Authorization'

export const keyScheme = 'Bearer'

/** Content type of bodies, both ways (§1, §4.3). */
export const jsonType = 'application/json'
