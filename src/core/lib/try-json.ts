/** @param otherwise the result for invalid JSON */
export function tryJson(text: string, otherwise?: unknown): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return otherwise
  }
}
