/** The form of the names of sandboxes and scenarios. */
export const nameForm = /^[a-z0-9][a-z0-9-]{0,62}$/

export const nameRule = '1 to 63 lower-case letters, digits and hyphens, not a hyphen first'
