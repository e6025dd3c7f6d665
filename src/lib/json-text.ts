/** Longer texts are not kept: few records have them, and they take much memory. */
const longestKept = 16_384

/** The choices that a text of a record depends on. */
export type TextChoices = Readonly<Record<string, string>>

/**
 * Declares a JSON text of an immutable record. Each record is serialised once for each combination of choices, for all
 * sandboxes. The text is freed with the record.
 * @param isKept says if the text of a record is kept (always)
 */
export function defineText<R extends object, Choices extends TextChoices>(
  write: (record: R, choices: Choices) => string,
  isKept: (record: R) => boolean = () => true,
): (choices: Choices) => (record: R) => string {
  const writers = new Map<string, (record: R) => string>()
  return (choices) => {
    const name = Object.values(choices).join(' ')
    let writer = writers.get(name)
    if (writer === undefined) {
      const remembered = remember<R>((record) => write(record, choices))
      writer = (record) => (isKept(record) ? remembered(record) : flat(write(record, choices)))
      writers.set(name, writer)
    }
    return writer
  }
}

// Quotation marks, backslashes, control characters and halves of surrogate pairs: JSON.stringify escapes them.
const escaped = /[^ !#-[\]-\ud7ff\ue000-\uffff]/

export function quoted(text: string): string {
  return escaped.test(text) ? JSON.stringify(text) : `"${text}"`
}

/** Flattens a text that was concatenated: reading a character makes the engine do it, and later joins are faster. */
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
