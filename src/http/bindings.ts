import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

import type { JournalEntry } from '../journal/entry.ts'
import type { Settings } from '../scenarios/settings.ts'
import { keyHeader } from '../spec/headers.ts'
import { SentHeaders } from './headers.ts'

/** What a request to the control plane does: it needs no token, only reads, or needs the whole access. */
export type Access = 'open' | 'reading' | 'whole'

/** Keeps strangers out, such as a page in a browser. */
export interface Guard {
  /** Why the API does not serve a request that names this host; undefined where it does. */
  readonly refusalOfHost: (host: string | null) => string | undefined
  /** Lets a request into the control plane. @returns true if its token only reads @throws Problem */
  readonly admitToControl: (request: Request, access: Access) => boolean
}

/**
 * The bindings of a request: those of @hono/node-server, the guard of this package's server, and those of a request that the fake sends itself.
 * All of them are missing in process, and on other servers.
 */
export interface Bindings extends Partial<HttpBindings> {
  readonly guard?: Guard
  readonly sent?: SentHeaders
  /** Gets the entry of a request that the fake sends itself. */
  readonly onRecord?: (entry: JournalEntry) => void
  /** Makes the settings of such a request from those that it would have (the same). */
  readonly settingsFrom?: (settings: Settings) => Settings
}

export interface AppEnv {
  Bindings?: Bindings
}

export type AppContext = Context<AppEnv>

export function bindingsOf({ env = {} }: { readonly env: Bindings | undefined }): Bindings {
  return env
}

/** The headers of a request. Not those of the `Request`: they hold its connection, and a request may outlive that. */
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
