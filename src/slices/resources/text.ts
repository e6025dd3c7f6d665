import type { Assume, Choice } from '../../assumptions/register.ts'
import { formatId } from '../../engine/ids.ts'
import { formatInstant } from '../../engine/instant.ts'
import { defineText } from '../../engine/text.ts'
import { resourceIdKind } from '../../http/resource-id.ts'
import type { Resource } from './resource.ts'

interface Shape extends Readonly<Record<string, string>> {
  readonly idFormat: Choice<'resourceIdFormat'>
  readonly statusValues: Choice<'resourceStatusValues'>
  readonly precision: Choice<'timestampPrecision'>
}

function toItem(resource: Resource, { idFormat, statusValues, precision }: Shape) {
  return {
    id: formatId(resource.id, resourceIdKind(idFormat)),
    name: resource.name,
    type: resource.type,
    provider: resource.provider,
    region: resource.region,
    status: statusValues === 'running' ? 'running' : resource.status,
    created_at: formatInstant(resource.createdAt, precision),
    tags: resource.tags,
  }
}

function toRecord(resource: Resource, shape: Shape) {
  const { tags, ...item } = toItem(resource, shape)
  return { ...item, updated_at: formatInstant(resource.updatedAt, shape.precision), tags, details: resource.details }
}

const itemText = defineText<Resource, Shape>(toItem)
const recordText = defineText<Resource, Shape>(toRecord)

type Writer = (resource: Resource) => string

/** The row on status values is asked for a resource that is not running alone: of one that is, all options say the same. */
function writerOf(assume: Assume, text: (shape: Shape) => Writer): Writer {
  const shape = { idFormat: assume('resourceIdFormat'), precision: assume('timestampPrecision') }
  const writeRunning = text({ ...shape, statusValues: 'several' })
  let writeOther: Writer | undefined
  return (resource) => {
    if (resource.status === 'running') return writeRunning(resource)
    writeOther ??= text({ ...shape, statusValues: assume('resourceStatusValues') })
    return writeOther(resource)
  }
}

/** What writes a resource as an item of the list. */
export function itemWriter(assume: Assume): Writer {
  return writerOf(assume, itemText)
}

/** What writes a whole resource. */
export function recordWriter(assume: Assume): Writer {
  return writerOf(assume, recordText)
}
