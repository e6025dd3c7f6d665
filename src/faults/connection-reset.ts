/** The error of a `fetch` after its connection broke before the answer. */
export function connectionReset(): TypeError {
  const cause = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' })
  return new TypeError('fetch failed', { cause })
}
