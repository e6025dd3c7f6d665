/** A request names its sandbox in this header. The header belongs to the fake, not to the document. */
export const sandboxHeader = 'X-Fake-Sandbox'

/** A request names its sandbox by this member of its W3C baggage, which tracing libraries pass on. */
export const sandboxMember = 'cloudsec-sandbox'

/** The headers of requests to the plain base URL that lead them to one sandbox. Either of them is enough. */
export type SandboxHeaders = {
  /** The name of the sandbox. */
  readonly [sandboxHeader]: string
  /** The same as W3C baggage, which OpenTelemetry passes on from request to request. */
  readonly baggage: string
}

export function headersNaming(sandbox: string): SandboxHeaders {
  return { [sandboxHeader]: sandbox, baggage: `${sandboxMember}=${sandbox}` }
}
