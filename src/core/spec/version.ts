/** The version segment at the end of the base address (§1, §9). */
export const versionPath = '/v1'

export const documentTitle = 'Security, Cloud Resource and Data Analysis Service'
