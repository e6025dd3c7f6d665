import { Collection, type CollectionState } from '../../src/store/collection.ts'
import { DatasetIndex } from '../../src/store/dataset-index.ts'
import type { RecordReader, RecordSource } from '../../src/store/record-source.ts'

/** A source that counts the records that are asked of it. */
export function counted<R>(source: RecordSource<R>) {
  const work = { records: 0 }
  const asked = <A>(ask: (of: A) => R | undefined) => {
    return (of: A): R | undefined => {
      work.records += 1
      return ask(of)
    }
  }
  const record = (position: number): R => {
    work.records += 1
    return source.record(position)
  }
  return { work, source: { ...source, record, get: asked(source.get) } }
}

/** The collection of a sandbox over a source. */
export function collectionOver<R extends object>(
  reader: RecordReader<R>,
  source: RecordSource<R>,
  state?: CollectionState<R>,
): Collection<R> {
  return new Collection(reader, new DatasetIndex(reader, source), state)
}
