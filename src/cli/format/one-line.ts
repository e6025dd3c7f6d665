/** The message of an error in one line. */
export function oneLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return text.replaceAll(/\s*\n\s*/g, ' ')
}
