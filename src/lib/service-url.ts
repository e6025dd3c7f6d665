/** The base URL of a service, without a slash at its end; undefined for a text that is no http or https URL, or has more parts. */
export function readServiceUrl(text: string): string | undefined {
  const url = URL.canParse(text) && !/[?#]/.test(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.username + url.password !== '') return undefined
  return url.href.replace(/\/+$/, '')
}
