/** The path of the control plane, after the prefix of a sandbox. */
export const controlPath = '/_control'
