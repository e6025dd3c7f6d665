import { keysOf } from '../lib/keys-of.ts'
import { empty, gatewayHtml, malformedJson, wrongContentType } from './content.ts'
import type { Fault } from './fault.ts'
import { hang, reset } from './no-answer.ts'
import { slowBody, truncate } from './transfer.ts'

const table = {
  reset,
  hang,
  truncate,
  malformed_json: malformedJson,
  empty,
  gateway_html: gatewayHtml,
  slow_body: slowBody,
  wrong_content_type: wrongContentType,
} as const satisfies Record<string, Fault>

/** The name of a fault, as scenarios write it. */
export type FaultName = keyof typeof table

export const faults: Readonly<Record<FaultName, Fault>> = table

export const faultNames = keysOf(faults)
