/** Longer texts, which few records have, are written anew each time: their memory would be kept for nothing. */
const longestKept = 16_384

/** The choices that decide how a record is written. */
export type TextShape = Readonly<Record<string, string>>

/**
 * Declares a JSON text of an immutable record. Each record is serialised once for each combination of choices,
 * for all sandboxes together, and forgotten with the record.
 */
export function defineText<R extends object, Shape extends TextShape>(
  write: (record: R, shape: Shape) => unknown,
): (shape: Shape) => (record: R) => string {
  const writers = new Map<string, (record: R) => string>()
  return (shape) => {
    const name = Object.values(shape).join(' ')
    let writer = writers.get(name)
    if (writer === undefined) {
      writer = remember((record) => JSON.stringify(write(record, shape)))
      writers.set(name, writer)
    }
    return writer
  }
}

function remember<R extends object>(write: (record: R) => string): (record: R) => string {
  const texts = new WeakMap<R, string>()
  return (record) => {
    let text = texts.get(record)
    if (text === undefined) {
      text = write(record)
      if (text.length <= longestKept) texts.set(record, text)
    }
    return text
  }
}
