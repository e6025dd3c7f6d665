/** Items on a page without a `limit` (§8). */
export const defaultPageSize = 20

/** Most items on a page (§8). */
export const maxPageSize = 100

/** Length of the rate-limit window: an hour, in milliseconds (§8). */
export const rateWindowMs = 3_600_000
