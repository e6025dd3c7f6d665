import type { Fake } from '../../src/index.ts'
import { jobBody } from './answers.ts'

/** Creates a job through the API. @returns the answer */
export async function sendJob(
  { baseUrl, apiKey, fetch }: Pick<Fake, 'baseUrl' | 'apiKey' | 'fetch'>,
  fields: object,
): Promise<Response> {
  return await fetch(`${baseUrl}/data/analysis/jobs`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...jobBody, ...fields }),
  })
}
