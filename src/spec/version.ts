/** The version segment that the base address ends in (§1, §9). */
export const versionPath = '/v1'
