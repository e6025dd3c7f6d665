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

/** Asks the API of a sandbox. @returns the status of the answer */
export async function statusOf(sandbox: SandboxClient, path: string): Promise<number> {
  return (await fetch(sandbox.baseUrl + path, { headers: { Authorization: `Bearer ${sandbox.apiKey}` } })).status
}

/** Makes a job in a sandbox. @returns its id */
export async function createJob(sandbox: SandboxClient): Promise<unknown> {
  await fetch(`${sandbox.baseUrl}/data/analysis/jobs`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${sandbox.apiKey}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(job),
  })
  const { items } = await sandbox.jobs.list({ limit: 1 })
  return items[0]?.['id']
}
