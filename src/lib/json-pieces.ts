/** Characters of an array that are written at once, unless an item has more: a fraction of a millisecond of work. */
const atOnce = 16_384

/** Levels of objects in which long arrays are looked for. */
const levels = 4

/**
 * @param isIndented by two spaces (false)
 * @yields the JSON of plain data in pieces, so that no long array is written in one go
 */
export function* jsonPieces(value: unknown, isIndented = false, depth = levels): Generator<string> {
  const line = isIndented ? `\n${'  '.repeat(levels - depth)}` : ''
  const textOf = (item: unknown): string =>
    isIndented ? JSON.stringify(item, null, 2).replaceAll('\n', `${line}  `) : JSON.stringify(item)
  if (typeof value !== 'object' || value === null) yield JSON.stringify(value)
  else if (isIterable(value)) yield* piecesOfArray(value, line, textOf)
  else {
    const [begin, colon] = isIndented ? [`${line}  `, ': '] : ['', ':']
    let before = '{'
    for (const [name, field] of Object.entries(value).filter(([, one]) => one !== undefined)) {
      yield `${before}${begin}${JSON.stringify(name)}${colon}`
      yield* depth > 1 ? jsonPieces(field, isIndented, depth - 1) : [textOf(field)]
      before = ','
    }
    yield before === '{' ? '{}' : `${line}}`
  }
}

const isIterable = (value: object): value is Iterable<unknown> => Symbol.iterator in value

function* piecesOfArray(items: Iterable<unknown>, line: string, textOf: (item: unknown) => string): Generator<string> {
  let [before, text] = ['[', '']
  for (const item of items) {
    text += `${before}${line === '' ? '' : `${line}  `}${textOf(item)}`
    before = ','
    if (text.length < atOnce) continue
    yield text
    text = ''
  }
  yield before === '[' ? '[]' : `${text}${line}]`
}
