export const defaultPageSize = 20

export const maxPageSize = 100

/** Length of the rate-limit window: an hour, in milliseconds (§8). */
export const rateWindowMs = 3_600_000
