import { type AssumptionId, register } from '../assumptions/register.ts'
import type { Row } from '../assumptions/row.ts'

/**
 * The question to ask the owners of the service about a row.
 * @param option the option on which the client breaks
 * @param chosen the option under which it works
 */
export function questionOf(id: AssumptionId, option: string | number, chosen: string | number): string {
  const row: Row = register[id]
  return `${row.question} Our client needs ${described(row, chosen)}, and breaks on ${described(row, option)}.`
}

function described({ options }: Row, choice: string | number): string {
  const sentence = options === 'whole_number' ? undefined : options[choice]
  return sentence === undefined ? String(choice) : `"${sentence}" (${choice})`
}
