/** Characters of an array that are written at once, unless an item has more: a fraction of a millisecond of work. */
const atOnce = 16_384

/** Levels of objects in which long arrays are looked for. */
const levels = 4

/** @yields the JSON of plain data in pieces, so that no long array is written in one go */
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
    if (text.length < atOnce) continue
    yield text
    text = ''
  }
  yield `${text}]`
}
