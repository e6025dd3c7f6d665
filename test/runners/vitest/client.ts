import type { SandboxClient } from 'cloudsec-fake'

const job = {
  name: 'Nightly',
  analysis_type: 'anomaly_detection',
  output_format: 'json',
  data_source: {
    type: 'security_logs',
    parameters: { start_date: '2026-06-01T00:00:00Z', end_date: '2026-06-02T00:00:00Z', log_types: ['system'] },
  },
}

/** Asks the API of a box. @returns the status of the answer */
export async function statusOf(box: SandboxClient, path: string): Promise<number> {
  return (await fetch(box.baseUrl + path, { headers: { Authorization: `Bearer ${box.apiKey}` } })).status
}

/** Makes a job in a box. @returns its id */
export async function createJob(box: SandboxClient): Promise<unknown> {
  await fetch(`${box.baseUrl}/data/analysis/jobs`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${box.apiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(job),
  })
  const { items } = await box.jobs.list({ limit: 1 })
  return items[0]?.['id']
}
