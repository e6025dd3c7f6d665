/** Characters of an array in one piece, unless an item is longer: a fraction of a millisecond of work. */
const pieceLength = 16_384

/** Levels of objects that are searched for long arrays. */
const levels = 4

/** @yields the JSON of plain data in pieces, so that no long array is serialized at once */
export function* jsonPieces(value: unknown, depth = levels): Generator<string> {
  if (typeof value !== 'object' || value === null || depth === 0) yield JSON.stringify(value)
  else if (isIterable(value)) yield* piecesOfArray(value)
  else {
    let before = '{'
    for (const [name, field] of Object.entries(value)) {
      if (field === undefined) continue
      yield `${before}${JSON.stringify(name)}:`
      yield* jsonPieces(field, depth - 1)
      before = ','
    }
    yield before === '{' ? '{}' : '}'
  }
}

const isIterable = (value: object): value is Iterable<unknown> => Symbol.iterator in value

function* piecesOfArray(items: Iterable<unknown>): Generator<string> {
  let text = '['
  let before = ''
  for (const item of items) {
    text += before + JSON.stringify(item)
    before = ','
    if (text.length < pieceLength) continue
    yield text
    text = ''
  }
  yield `${text}]`
}
