import { versionPath } from '../spec/version.ts'

/** The path of the control plane, after the prefix of a sandbox. */
export const controlPath = '/_control'

/** @param url origin and prefix of a sandbox (`http://127.0.0.1:4747/@NAME`) @param control the same for its control plane, if they differ */
export function urlsOf(url: string, control = url): { readonly baseUrl: string; readonly controlUrl: string } {
  return { baseUrl: url + versionPath, controlUrl: control + controlPath }
}

/** The origin of the API for a client that knows one origin: plain HTTP is only for the control plane if there is https. */
export function baseOrigin(known: string, https: string | undefined): string {
  return known.startsWith('https:') ? known : (https ?? known)
}
