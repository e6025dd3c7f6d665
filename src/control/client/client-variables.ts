/** What a client of the fake reads from its environment. */
export const clientVariables = {
  baseUrl: 'CLOUDSEC_BASE_URL',
  apiKey: 'CLOUDSEC_API_KEY',
  controlUrl: 'CLOUDSEC_CONTROL_URL',
} as const

/** Where the token of a running fake's control plane is read from the environment. */
export const tokenVariable = 'CLOUDSEC_FAKE_CONTROL_TOKEN'
