import { matchedNoOperation } from './requests.ts'

/** Every verdict. */
export const verdicts = [matchedNoOperation] as const

/** Id of a verdict. */
export type VerdictId = (typeof verdicts)[number]['id']
