/** The error of a `fetch` whose connection breaks before the answer. */
export function connectionReset(): TypeError {
  const cause = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET', syscall: 'read' })
  return new TypeError('fetch failed', { cause })
}
