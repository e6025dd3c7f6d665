/** @param otherwise the result for a text that is no JSON */
export function tryJson(text: string, otherwise?: unknown): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return otherwise
  }
}
