/** Reads the base URL of a service, without a trailing slash; undefined for another scheme, and with credentials, query or fragment. */
export function readServiceUrl(text: string): string | undefined {
  const url = URL.canParse(text) && !/[?#]/.test(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username + url.password !== '') return undefined
  return url.href.replace(/\/+$/, '')
}
