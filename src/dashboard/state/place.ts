/** The address of the page: which fake it shows, and which sandbox. */

const [, mount = '', named] = /^(.*?)(?:\/@([a-z0-9][a-z0-9-]*))?\/[^/]*$/.exec(location.pathname) ?? []

/** True for a text that can be the name of a sandbox. */
export const isSandboxName = (text: string): boolean => /^[a-z0-9][a-z0-9-]{0,62}$/.test(text)

/** The name of the sandbox that the page shows. */
export const sandboxName = named ?? 'default'

/** The prefix of the addresses of a sandbox. */
const prefixOf = (sandbox: string): string => (sandbox === 'default' ? mount : `${mount}/@${sandbox}`)

/** The address of the control plane of a sandbox, without a host. */
export const controlPathOf = (sandbox: string): string => `${prefixOf(sandbox)}/_control`

/** The address of a sandbox's API, with its host, as a client uses it. */
export const originOf = (sandbox: string): string => location.origin + prefixOf(sandbox)

/** The page of a sandbox, on the view that is open now. The open item is one of this sandbox alone. */
export const pageOf = (sandbox: string): string => `${prefixOf(sandbox)}/${/^#\/[a-z]+/.exec(location.hash)?.[0] ?? ''}`
