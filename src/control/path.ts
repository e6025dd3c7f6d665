import { versionPath } from '../spec/version.ts'

/** The path of the control plane, after the prefix of a sandbox. */
export const controlPath = '/_control'

/** The base URL and the control URL of a sandbox. @param url its origin and prefix (`http://127.0.0.1:4747/@NAME`) */
export function urlsOf(url: string): { readonly baseUrl: string; readonly controlUrl: string } {
  return { baseUrl: url + versionPath, controlUrl: url + controlPath }
}
