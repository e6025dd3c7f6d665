/** Where the control plane of a sandbox begins, after what names the sandbox. */
export const controlPath = '/_control'
