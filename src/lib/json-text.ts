/** Longer texts, which few records have, are written anew each time: their memory would be kept for nothing. */
const longestKept = 16_384

/** The choices that decide how a record is written. */
export type TextShape = Readonly<Record<string, string>>

/**
 * Declares a JSON text of an immutable record. Each record is serialised once for each combination of choices,
 * for all sandboxes together, and forgotten with the record.
 * @param isKept whether a record stays, so that its text is asked for again (all do)
 */
export function defineText<R extends object, Shape extends TextShape>(
  write: (record: R, shape: Shape) => string,
  isKept: (record: R) => boolean = () => true,
): (shape: Shape) => (record: R) => string {
  const writers = new Map<string, (record: R) => string>()
  return (shape) => {
    const name = Object.values(shape).join(' ')
    let writer = writers.get(name)
    if (writer === undefined) {
      const remembered = remember<R>((record) => write(record, shape))
      writer = (record) => (isKept(record) ? remembered(record) : flat(write(record, shape)))
      writers.set(name, writer)
    }
    return writer
  }
}

// Quotation marks, backslashes, control characters and halves of surrogate pairs: JSON.stringify knows what becomes of them.
const escaped = /[^ !#-[\]-\ud7ff\ue000-\uffff]/

/** A text as JSON. */
export function quoted(text: string): string {
  return escaped.test(text) ? JSON.stringify(text) : `"${text}"`
}

/** A text that was put together of others stays so inside, and is slow to join with more: a look at a character ends that. */
function flat(text: string): string {
  return Number.isNaN(text.charCodeAt(0)) ? '' : text
}

function remember<R extends object>(write: (record: R) => string): (record: R) => string {
  const texts = new WeakMap<R, string>()
  return (record) => {
    let text = texts.get(record)
    if (text === undefined) {
      text = flat(write(record))
      if (text.length <= longestKept) texts.set(record, text)
    }
    return text
  }
}
