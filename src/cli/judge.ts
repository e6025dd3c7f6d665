import type { Fake, SandboxClient } from '../control/client/sandbox-client.ts'
import { describeConduct } from '../control/client/texts.ts'
import { type ConductOptions, type ConductReport, isMisconduct } from '../control/endpoints/reports.ts'

type Reports = readonly (readonly [sandbox: string, report: ConductReport])[]

export const judge = async (boxes: readonly SandboxClient[], options: ConductOptions): Promise<Reports> =>
  await Promise.all(boxes.map(async (box) => [box.name, await box.conduct(options)] as const))

export const allOf = async ({ sandbox, sandboxes }: Fake): Promise<readonly SandboxClient[]> =>
  (await sandboxes.list()).map(({ name }) => sandbox(name))

export const misbehaved = (reports: Reports): boolean => reports.some(([, { items }]) => items.some(isMisconduct))

export const toConductText = (reports: Reports): string =>
  reports.map(([name, report]) => `sandbox ${name}\n\n${describeConduct(report)}`).join('\n\n')

/** The reports that have verdicts, or one line about all requests. */
export function toVerdictText(reports: Reports): string {
  const found = reports.filter(([, { items }]) => items.length > 0)
  if (found.length > 0) return toConductText(found)
  const sum = (field: 'requests' | 'forgotten') => reports.reduce((total, [, report]) => total + report[field], 0)
  return describeConduct({ requests: sum('requests'), forgotten: sum('forgotten'), items: [] })
}
