import { api } from './api.ts'
import { authorizationOf, ProblemError, setToken, storedToken } from './ask.ts'
import { decoded } from './route.ts'
import { reconnect } from './stream.ts'
import { say } from './toasts.ts'
import { messageOf } from './use-loaded.ts'

/** Tries a control token, and stores it for this tab if it is valid. @returns why it is rejected; undefined if it is valid */
export async function tryToken(token: string): Promise<string | undefined> {
  if (!isToken(token)) return 'A control token has only printable ASCII characters, such as local-token.'
  try {
    await api('GET /', { headers: authorizationOf(token) })
  } catch (error) {
    const isWrong = error instanceof ProblemError && error.status === 401
    return isWrong ? 'The fake has another token. Its console shows it at the start.' : messageOf(error)
  }
  use(token)
  return undefined
}

function use(token: string): void {
  setToken(token)
  reconnect()
}

/** True for a text that a header can carry. */
const isToken = (text: string): boolean => /^[!-~]+$/.test(text)

/**
 * Takes the token from a URL such as `/#token=…` and removes it there. The token of the tab stays until the new token
 * has worked, because anybody can write a link.
 * @param next the URL to show afterwards
 * @returns true if the URL had a token
 */
export function takeTokenFromUrl(next = location.pathname): boolean {
  const [, text] = /^#token=(.+)$/.exec(location.hash) ?? []
  if (text === undefined) return false
  history.replaceState(null, '', next)
  const token = decoded(text)
  if (storedToken() === null && isToken(token)) use(token)
  else
    void tryToken(token).then((refusal) => refusal && say(`The token of the address was not taken. ${refusal}`, true))
  return true
}
