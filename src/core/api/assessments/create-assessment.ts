import * as z from 'zod/mini'

import { decide } from '../../assumptions/decided-by.ts'
import type { Choice } from '../../assumptions/register.ts'
import { openValueSchema, refuseUnknownValues, notFound, readId } from '../../http/parameters.ts'
import type { FilterContext, RequestContext, SchemaContext } from '../../http/types.ts'
import { quote } from '../../lib/input-error.ts'
import { formatId } from '../../random/ids.ts'
import { drawId } from '../../random/random.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { ApiError } from '../../spec/api-error.ts'
import { beginLifecycle } from '../../time/lifecycle.ts'
import { lifecycleSettingOf } from '../define-area.ts'
import { defineCreate } from '../define-operation.ts'
import { resourceIdKind, resources } from '../resources/resource.ts'
import { type Assessment, assessments, shownState, stateName } from './assessment.ts'
import { knownCategories } from './checks.ts'
import { createdResponse, resourceIdSchema, creationResult } from './forms.ts'
import { defaultScan, scanOptionsSchema } from './scan.ts'

const someOptions = z.partial(scanOptionsSchema)

const bodySchema = z.strictObject({
  resource_id: z.string(),
  resource_type: z.optional(z.string()),
  scan_options: z.optional(someOptions),
})

type Body = z.infer<typeof bodySchema>

const requiredFields = {
  resource: ['resource_type'],
  all: ['resource_type', 'scan_options.comprehensive', 'scan_options.categories'],
  resource_id: [],
} as const satisfies Record<Choice<'assessmentRequiredFields'>, readonly string[]>

/** The resource type that the document shows (§2.2). */
export const documentedResourceType = 'virtual_machine'

export const createAssessment = defineCreate({
  id: 'createAssessment',
  path: '/security/assessments',
  permission: 'security:write',
  summary: 'Creates an assessment of a resource',
  statusNames: { names: (choices) => [stateName(choices, 'pending')], of: shownState },
  body: {
    schema: bodySchema,
    requirable: requiredFields.all,
    required: (ctx) => requiredFields[decide(ctx, 'assessmentRequiredFields')],
    documentedSchema: documentedBody,
    example: exampleOf,
  },
  schema: createdResponse,
  status: (ctx) => Number(decide(ctx, 'assessmentCreateStatus')),
  // A malformed opaque id is never found, even if any resource can be assessed.
  scenarioErrors: ({ assessedResource, resourceIdFormat }) =>
    assessedResource === 'any' && resourceIdFormat === 'uuid' ? ['resource_not_found'] : [],
  check: (ctx, body) => {
    const resource = readResource(ctx, body)
    checkValues(ctx, body)
    return { body, resource }
  },
  handle: (ctx, { body, resource: { id, type } }, bytes) => {
    if (type === undefined) throw notFound('resource_id', body.resource_id)
    const { sandbox, nowMs } = ctx
    const lifecycle = lifecycleSettingOf(ctx)
    const label = sandbox.label('assessment', assessments(sandbox).takeNumber())
    const { comprehensive = defaultScan.comprehensive, categories = defaultScan.categories } = body.scan_options ?? {}
    const assessment: Assessment = {
      id: drawId(label),
      resource_id: id,
      resource_type: type,
      lifecycle: beginLifecycle(nowMs, lifecycle),
      estimated_completion_time: nowMs + lifecycle.estimateMs,
      found: { label, options: { comprehensive, categories } },
    }
    assessments(sandbox).insert(assessment, bytes)
    return creationResult(ctx, assessment, 'pending')
  },
})

/** The resource types that a body may have if the register rejects others. */
export function knownResourceTypes(sandbox: Sandbox): readonly string[] {
  return [documentedResourceType, ...resources(sandbox).dataset.values('type')]
}

function documentedBody(context: SchemaContext): z.ZodMiniType {
  const { choices, sandbox } = context
  const choice = choices.assessmentValues
  const type = openValueSchema(choice, knownResourceTypes(sandbox))
  const category = openValueSchema(choice, [...knownCategories, ...assessments(sandbox).dataset.values('category')])
  return z.extend(bodySchema, {
    resource_id: resourceIdSchema(context),
    resource_type: z.optional(type),
    scan_options: z.optional(z.extend(someOptions, { categories: z.optional(z.array(category)) })),
  })
}

function exampleOf({ choices, sandbox }: FilterContext): Body | undefined {
  const [resource] = resources(sandbox).select({ terms: [] }).slice(0, 1)
  if (resource === undefined) return undefined
  return {
    resource_id: formatId(resource.id, resourceIdKind(choices.resourceIdFormat)),
    resource_type: resource.type,
    scan_options: { comprehensive: true, categories: ['network', 'encryption'] },
  }
}

/** Reads the resource to assess. Its type is undefined if it has to be in the inventory and is not. */
function readResource(ctx: RequestContext, { resource_id, resource_type: sent }: Body) {
  const id = readId(resource_id, 'resource_id', resourceIdKind(decide(ctx, 'resourceIdFormat')))
  const resource = resources(ctx.sandbox).get(id)
  if (resource === undefined) {
    if (decide(ctx, 'assessedResource') === 'must_exist') return { id, type: undefined }
    if (sent === undefined)
      throw new ApiError('invalid_request', 'resource_type: required, since the inventory has no such resource')
    return { id, type: sent }
  }
  if (sent !== undefined && sent !== resource.type && decide(ctx, 'assessedResourceType') === 'reject') {
    const details = `resource_type: expected ${quote(resource.type)}, the type of the resource, got ${quote(sent)}`
    throw new ApiError('invalid_request', details)
  }
  return { id, type: sent ?? resource.type }
}

function checkValues(ctx: RequestContext, { resource_type: type, scan_options }: Body): void {
  const isKnownType =
    type === undefined || type === documentedResourceType || resources(ctx.sandbox).dataset.has('type', type)
  const unknown: [field: string, value: string][] = isKnownType ? [] : [['resource_type', type]]
  for (const value of scan_options?.categories ?? []) {
    const isKnown = knownCategories.some((name) => name === value)
    if (!isKnown && !assessments(ctx.sandbox).dataset.has('category', value)) {
      unknown.push(['scan_options.categories', value])
    }
  }
  refuseUnknownValues(ctx, 'assessmentValues', unknown)
}
