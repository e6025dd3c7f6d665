import { onTestFinished } from 'vitest'

import { createFake, type Fake, type FakeOptions, type LocalFake, startFake } from '../../src/index.ts'

/** Creates a fake in process for one test. */
export async function openFake(options?: FakeOptions): Promise<LocalFake> {
  const fake = await createFake(options)
  onTestFinished(() => fake.close())
  return fake
}

/** Starts a fake for one test. */
export async function serve(options?: Parameters<typeof startFake>[0]): Promise<LocalFake> {
  const fake = await startFake(options)
  onTestFinished(() => fake.close())
  return fake
}

/** Reads from the API of a fake with its full-access key. */
export const getFrom = async (
  { baseUrl, apiKey, fetch }: Pick<Fake, 'baseUrl' | 'apiKey' | 'fetch'>,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> => await fetch(baseUrl + path, { headers: { Authorization: `Bearer ${apiKey}`, ...headers } })
