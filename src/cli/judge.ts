import type { Fake } from '../core/control/client/sandbox-client.ts'
import { describeConduct } from '../core/control/client/texts.ts'
import { type ConductOptions, isMisconduct } from '../core/control/endpoints/reports.ts'

type Reports = Awaited<ReturnType<typeof judgeAll>>

/** Judges the requests of each sandbox. @returns pairs of its name and its report */
export async function judgeAll({ sandbox, sandboxes }: Fake, options: ConductOptions) {
  const names = (await sandboxes.list()).map(({ name }) => name)
  return await Promise.all(names.map(async (name) => [name, await sandbox(name).conduct(options)] as const))
}

export const misbehaved = (reports: Reports): boolean => reports.some(([, { items }]) => items.some(isMisconduct))

export const toConductText = (reports: Reports): string =>
  reports.map(([name, report]) => `sandbox ${name}\n\n${describeConduct(report)}`).join('\n\n')

/** Formats the reports with verdicts; without any, one line about all requests. */
export function toVerdictText(reports: Reports): string {
  const found = reports.filter(([, { items }]) => items.length > 0)
  if (found.length > 0) return toConductText(found)
  const sum = (field: 'requests' | 'forgotten') => reports.reduce((total, [, report]) => total + report[field], 0)
  return describeConduct({ requests: sum('requests'), forgotten: sum('forgotten'), items: [] })
}
