/** Does some work with each item, for so many at once. @returns the results in the order of the items. @throws the first error, when the work under way has ended */
export async function inParallel<T, R>(
  items: readonly T[],
  jobs: number,
  work: (item: T) => Promise<R>,
): Promise<readonly R[]> {
  const results: R[] = []
  const queue = items.entries()
  let failure: { readonly error: unknown } | undefined
  const worker = async (): Promise<void> => {
    for (const [at, item] of queue) {
      if (failure !== undefined) return
      try {
        results[at] = await work(item)
      } catch (error) {
        failure ??= { error }
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(jobs, items.length) }, worker))
  if (failure !== undefined) throw failure.error
  return results
}
