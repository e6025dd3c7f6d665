import { keysOf } from '../lib/keys-of.ts'
import { empty } from './empty.ts'
import type { Fault } from './fault.ts'
import { gatewayHtml } from './gateway-html.ts'
import { hang } from './hang.ts'
import { malformedJson } from './malformed-json.ts'
import { reset } from './reset.ts'
import { slowBody } from './slow-body.ts'
import { truncate } from './truncate.ts'
import { wrongContentType } from './wrong-content-type.ts'

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
