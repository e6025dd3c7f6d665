/** The URL of the page names the fake and the sandbox. */

const [, mount = '', named] = /^(.*?)(?:\/@([a-z0-9][a-z0-9-]*))?\/[^/]*$/.exec(location.pathname) ?? []

/** True for a valid sandbox name. */
export const isSandboxName = (text: string): boolean => /^[a-z0-9][a-z0-9-]{0,62}$/.test(text)

/** The name of the sandbox that the page shows. */
export const sandboxName = named ?? 'default'

/** The path prefix of a sandbox. */
const prefixOf = (sandbox: string): string => (sandbox === 'default' ? mount : `${mount}/@${sandbox}`)

/** The path of a sandbox's control plane. */
export const controlPathOf = (sandbox: string): string => `${prefixOf(sandbox)}/_control`

/** The URL of a sandbox's API for clients. */
export const originOf = (sandbox: string): string => location.origin + prefixOf(sandbox)

/** The path of a sandbox's page, with the current view. The open item belongs to this sandbox, so it is left out. */
export const pageOf = (sandbox: string): string => `${prefixOf(sandbox)}/${/^#\/[a-z]+/.exec(location.hash)?.[0] ?? ''}`
