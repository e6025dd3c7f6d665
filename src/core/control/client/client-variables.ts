/** Environment variables that clients of the fake read. */
export const clientVariables = {
  baseUrl: 'CLOUDSEC_BASE_URL',
  apiKey: 'CLOUDSEC_API_KEY',
  controlUrl: 'CLOUDSEC_CONTROL_URL',
} as const

/** The environment variable with the control token of a running fake. */
export const tokenVariable = 'CLOUDSEC_FAKE_CONTROL_TOKEN'
