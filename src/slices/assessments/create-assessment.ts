import * as z from 'zod/mini'

import type { Choice } from '../../assumptions/register.ts'
import type { Collection } from '../../engine/collection.ts'
import { parseId } from '../../engine/ids.ts'
import { beginCourse } from '../../engine/lifecycle.ts'
import type { Part, Sandbox } from '../../engine/sandbox.ts'
import type { Exchange } from '../../http/exchange.ts'
import { defineCreate, type Operation } from '../../http/operation.ts'
import { notFound, readId } from '../../http/read-id.ts'
import { itemReply } from '../../http/reply.ts'
import { resourceIdKind } from '../../http/resource-id.ts'
import { quote } from '../../lib/input-error.ts'
import { ApiError } from '../../spec/api-error.ts'
import { itemEnvelope } from '../../spec/envelope.ts'
import { type Assessment, assessments, creationSchema, stateName } from './assessment.ts'
import { knownCategories } from './checks.ts'
import { defaultScan, scan, type ScanOptions } from './scan.ts'
import { creationResult } from './text.ts'

const bodySchema = z.strictObject({
  resource_id: z.string(),
  resource_type: z.optional(z.string()),
  scan_options: z.optional(
    z.strictObject({
      comprehensive: z.optional(z.boolean()),
      categories: z.optional(z.array(z.string())),
    }),
  ),
})

type Body = z.infer<typeof bodySchema>

const requiredFields = {
  resource: ['resource_type'],
  all: ['resource_type', 'scan_options.comprehensive', 'scan_options.categories'],
  resource_id: [],
} as const satisfies Record<Choice<'assessmentRequiredFields'>, readonly string[]>

/** The resource type that the document shows (§2.2). */
const knownType = 'virtual_machine'

/** What an assessment needs to know of the inventory. */
export type Inventory = Part<Pick<Collection<{ readonly id: string; readonly type: string }>, 'get' | 'values'>>

/** `POST /security/assessments` (§4.1). @param inventory what can be assessed */
export function defineCreateAssessment(inventory: Inventory): Operation {
  return defineCreate({
    id: 'createAssessment',
    path: '/security/assessments',
    permission: { area: 'security', action: 'write' },
    body: {
      schema: bodySchema,
      requirable: requiredFields.all,
      required: (assume) => requiredFields[assume('assessmentRequiredFields')],
    },
    answer: itemEnvelope(creationSchema),
    check: (exchange, body) => {
      readResourceId(exchange, body.resource_id)
      checkValues(exchange, inventory, body)
    },
    handle: (exchange, body) => {
      const { sandbox, assume, nowMs } = exchange
      const resourceId = readResourceId(exchange, body.resource_id)
      const resourceType = readType(exchange, inventory, resourceId, body)
      const assessment = create(sandbox, nowMs, { resourceId, resourceType }, toScan(body.scan_options))
      assessments(sandbox).insert(assessment)
      const text = creationResult(assume, assessment, stateName(assume, 'pending'))
      return itemReply(text, Number(assume('assessmentCreateStatus')))
    },
  })
}

function create(
  sandbox: Sandbox,
  nowMs: number,
  subject: Pick<Assessment, 'resourceId' | 'resourceType'>,
  options: ScanOptions,
): Assessment {
  const random = sandbox.random.stream(`assessment ${assessments(sandbox).added}`)
  const id = random.uuid()
  const course = beginCourse(nowMs, sandbox.completeAfterMs)
  let result: ReturnType<typeof scan> | undefined
  return {
    id,
    ...subject,
    course,
    estimatedAt: nowMs + sandbox.completeAfterMs,
    result: () => (result ??= scan(random, options)),
  }
}

function toScan(options: Body['scan_options']): ScanOptions {
  return {
    comprehensive: options?.comprehensive ?? defaultScan.comprehensive,
    categories: options?.categories ?? defaultScan.categories,
  }
}

/** The UUID behind a resource id; a malformed opaque one is kept as it is where anything may be assessed. */
function readResourceId({ assume }: Exchange, text: string): string {
  const kind = resourceIdKind(assume('resourceIdFormat'))
  if (kind.format === 'uuid') return readId(text, 'resource_id', kind)
  const id = parseId(text, kind)
  if (id === undefined && assume('assessedResource') === 'must_exist') throw notFound('resource_id', text)
  return id ?? text
}

function readType({ assume, sandbox }: Exchange, inventory: Inventory, resourceId: string, body: Body): string {
  const resource = inventory(sandbox).get(resourceId)
  if (resource === undefined && assume('assessedResource') === 'must_exist')
    throw notFound('resource_id', body.resource_id)
  const sent = body.resource_type
  if (sent === undefined) {
    if (resource !== undefined) return resource.type
    throw new ApiError('invalid_request', 'resource_type: required, since the resource is not in the inventory')
  }
  if (resource !== undefined && sent !== resource.type && assume('assessedResourceType') === 'reject') {
    const details = `resource_type: expected ${quote(resource.type)}, the type of the resource, got ${quote(sent)}`
    throw new ApiError('invalid_request', details)
  }
  return sent
}

function checkValues(
  { assume, sandbox }: Exchange,
  inventory: Inventory,
  { resource_type: type, scan_options }: Body,
): void {
  const unknown: string[] = []
  if (type !== undefined && type !== knownType && !inventory(sandbox).values('type').has(type)) {
    unknown.push(`resource_type: ${quote(type)}`)
  }
  for (const category of scan_options?.categories ?? []) {
    const known =
      knownCategories.some((name) => name === category) || assessments(sandbox).values('category').has(category)
    if (!known) unknown.push(`scan_options.categories: ${quote(category)}`)
  }
  if (unknown.length > 0 && assume('assessmentValues') === 'reject') {
    throw new ApiError('invalid_request', `${unknown.join('; ')}: not a known value`)
  }
}
