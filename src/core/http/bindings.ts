import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

import type { JournalEntry } from '../journal/entry.ts'
import type { Settings } from '../scenarios/settings.ts'
import { keyHeader } from '../spec/headers.ts'
import { SentHeaders } from './headers.ts'

/** The access that a request to the control plane needs: none, read access, or full access. */
export type ControlAccess = 'open' | 'reading' | 'whole'

/** Rejects foreign requests, such as from a page in a browser. */
export interface Guard {
  /** Why the API rejects a host; undefined if it serves the host. */
  readonly checkHost: (host: string | null) => string | undefined
  /** Authorizes a request to the control plane. @returns true if its token is read-only @throws Problem */
  readonly authorize: (request: Request, access: ControlAccess) => boolean
}

/**
 * The bindings of a request: from @hono/node-server, the guard of this package's server, and for a request that the fake sends
 * itself. All of them are missing in process, and on other servers.
 */
export interface Bindings extends Partial<HttpBindings> {
  readonly guard?: Guard
  readonly sent?: SentHeaders
  /** Receives the journal entry of a request that the fake sends itself. */
  readonly onRecord?: (entry: JournalEntry) => void
  /** Changes the settings of such a request (unchanged). */
  readonly settingsFrom?: (settings: Settings) => Settings
}

export interface AppEnv {
  Bindings?: Bindings
}

export type AppContext = Context<AppEnv>

export function bindingsOf({ env = {} }: { readonly env: Bindings | undefined }): Bindings {
  return env
}

/** The headers of a request. The `Request` is not kept: it holds the connection, which the headers may outlive. */
export function sentHeadersOf(c: AppContext): SentHeaders {
  const { sent, incoming } = bindingsOf(c)
  if (sent !== undefined) return sent
  const { headers } = c.req.raw
  const read = new SentHeaders(incoming?.rawHeaders ?? [...headers].flat())
  // An outer app may have replaced these.
  read.host = headers.get('Host')
  read.authorization = headers.get(keyHeader)
  read.contentType = headers.get('Content-Type')
  return read
}
