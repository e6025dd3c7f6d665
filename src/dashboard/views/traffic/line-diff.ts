/** A line of one of two texts. A gap keeps equal lines side by side; `skipped` stands for equal lines that are left out. */
export interface DiffLine {
  readonly text: string
  readonly kind: 'same' | 'changed' | 'gap' | 'skipped'
}

/** Two texts with their lines side by side: both have equally many. */
export interface Diff {
  readonly before: readonly DiffLine[]
  readonly after: readonly DiffLine[]
}

type Pair = readonly [before: string | undefined, after: string | undefined]

/** The most comparisons. The differing parts of longer texts are not matched line by line. */
const mostCells = 1_000_000

/** Pairs the lines of two texts by a longest common subsequence. */
function pairLines(before: readonly string[], after: readonly string[]): readonly Pair[] {
  const width = after.length + 1
  const areMany = (before.length + 1) * width > mostCells
  // The length of the longest common subsequence of the ends that begin at two lines.
  const lengths = new Uint32Array(areMany ? 0 : (before.length + 1) * width)
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0
  for (let i = areMany ? 0 : before.length; i > 0; i -= 1) {
    for (let j = after.length; j > 0; j -= 1) {
      const isEqual = before[i - 1] === after[j - 1]
      lengths[(i - 1) * width + j - 1] = isEqual ? at(i, j) + 1 : Math.max(at(i, j - 1), at(i - 1, j))
    }
  }
  const pairs: Pair[] = []
  let [i, j] = [0, 0]
  while (i < before.length && j < after.length) {
    if (before[i] === after[j]) pairs.push([before[i++], after[j++]])
    else if (at(i + 1, j) >= at(i, j + 1)) pairs.push([before[i++], undefined])
    else pairs.push([undefined, after[j++]])
  }
  const removed = before.slice(i).map((line): Pair => [line, undefined])
  const added = after.slice(j).map((line): Pair => [undefined, line])
  return [...pairs, ...removed, ...added]
}

/** Puts removed lines beside the added ones that follow them. */
function alignChanges(pairs: readonly Pair[]): readonly Pair[] {
  const aligned: Pair[] = []
  for (let start = 0; start < pairs.length;) {
    let end = start
    while (end < pairs.length && pairs[end]?.includes(undefined)) end += 1
    const run = pairs.slice(start, end)
    const removed = run.flatMap(([line]) => line ?? [])
    const added = run.flatMap(([, line]) => line ?? [])
    for (let k = 0; k < Math.max(removed.length, added.length); k += 1) aligned.push([removed[k], added[k]])
    aligned.push(...pairs.slice(end, end + 1))
    start = end + 1
  }
  return aligned
}

const isSame = ([before, after]: Pair): boolean => before === after

/** Equal lines that stay around a difference. */
const around = 3

/** Compares two texts line by line. */
export function diffOf(before: string, after: string): Diff {
  const pairs = alignChanges(pairLines(before.split('\n'), after.split('\n')))
  const areSame = pairs.every(isSame)
  const isNear = (index: number): boolean =>
    areSame || pairs.slice(Math.max(0, index - around), index + around + 1).some((pair) => !isSame(pair))
  const left: DiffLine[] = []
  const right: DiffLine[] = []
  for (let index = 0; index < pairs.length;) {
    let end = index
    while (end < pairs.length && !isNear(end)) end += 1
    if (end - index > 1) {
      const skipped: DiffLine = { text: `${end - index} equal lines`, kind: 'skipped' }
      left.push(skipped)
      right.push(skipped)
      index = end
      continue
    }
    const pair = pairs[index] ?? ['', '']
    const kind = isSame(pair) ? 'same' : 'changed'
    left.push(pair[0] === undefined ? { text: '', kind: 'gap' } : { text: pair[0], kind })
    right.push(pair[1] === undefined ? { text: '', kind: 'gap' } : { text: pair[1], kind })
    index += 1
  }
  return { before: left, after: right }
}
