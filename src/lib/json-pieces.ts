/** Characters of an array that are written at once, unless an item has more: a fraction of a millisecond of work. */
const atOnce = 16_384

/** Levels of objects in which long arrays are looked for. */
const levels = 4

/** @yields the JSON of plain data in pieces, so that no long array is written in one go */
export function* jsonPieces(value: unknown, depth = levels): Generator<string> {
  if (typeof value !== 'object' || value === null || depth === 0) yield JSON.stringify(value)
  else if (Array.isArray(value)) yield* piecesOfArray(value)
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

function* piecesOfArray(items: readonly unknown[]): Generator<string> {
  let text = '['
  for (const [at, item] of items.entries()) {
    text += (at === 0 ? '' : ',') + JSON.stringify(item)
    if (text.length < atOnce) continue
    yield text
    text = ''
  }
  yield `${text}]`
}

/** Characters of a block: some two milliseconds of work. */
const blockLength = 262_144

/** @yields the pieces of a text, joined to blocks */
export function* inBlocks(pieces: Iterable<string>): Generator<string> {
  let [block, length]: [string[], number] = [[], 0]
  for (const piece of pieces) {
    block.push(piece)
    length += piece.length
    if (length < blockLength) continue
    yield block.join('')
    ;[block, length] = [[], 0]
  }
  yield block.join('')
}
