import * as z from 'zod/mini'

import type { Assume, Choice } from '../../assumptions/register.ts'
import { perProfile, type Reading } from '../../assumptions/used.ts'
import type { SchemaContext } from '../../http/schema-context.ts'
import { keptText, quoted } from '../../lib/json-text.ts'
import { keysOf } from '../../lib/keys-of.ts'
import { remembered } from '../../lib/lazily.ts'
import { idSchema, formatId, type IdKind } from '../../random/ids.ts'
import { instantFormat, formatInstant } from '../../time/instant.ts'
import {
  resourceIdKind,
  resourceItemSchema,
  resources,
  resourceSchema,
  type Resource,
  wordFields,
  statuses,
} from './resource.ts'

function chosen(context: SchemaContext) {
  const { assume } = context
  return {
    id: idSchema(resourceIdKind(assume('resourceIdFormat'))),
    status: z.enum([...statusesOf(context)]),
    created_at: instantFormat(assume('timestampPrecision')),
  }
}

/** The statuses that resources have: those that are drawn, and those that records have now. */
function statusesOf({ assume, sandbox }: SchemaContext): ReadonlySet<string> {
  if (assume('resourceStatusValues') === 'running') return new Set(['running'])
  return new Set([...statuses, ...resources(sandbox).values('status')])
}

export function resourceItemResponse(context: SchemaContext): z.ZodMiniType {
  return context.component('ResourceItem', () => z.extend(resourceItemSchema, chosen(context)))
}

export function resourceResponse(context: SchemaContext): z.ZodMiniType {
  return context.component('Resource', () =>
    z.extend(resourceSchema, { ...chosen(context), updated_at: instantFormat(context.assume('timestampPrecision')) }),
  )
}

/** Cached texts of words, and of tags for each key: few words make up most of an inventory. */
const wordsKept = 1024

const wordText = remembered(quoted, wordsKept)
const tagText = remembered(
  (key: string) => remembered((value: string) => `{"key":${quoted(key)},"value":${quoted(value)}}`, wordsKept),
  64,
)

const wordNames = keysOf(wordFields)

interface Forms {
  readonly idKind: IdKind
  readonly precision: Choice<'timestampPrecision'>
  /** True if every status is shown as running. */
  readonly isRunning: boolean
}

/** The first fields of every form. */
function writeHead(resource: Resource, { idKind, isRunning, precision }: Forms): string {
  const id = formatId(resource.id, idKind)
  const created = formatInstant(resource.createdAt, precision)
  let words = ''
  for (const field of wordNames) {
    const word = field === 'status' && isRunning ? 'running' : resource[field]
    words += `"${field}":${wordText(word)},`
  }
  return `{"id":"${id}","name":${quoted(resource.name)},${words}"created_at":"${created}"`
}

function writeTags({ tags }: Resource): string {
  let text = ''
  for (const { key, value } of tags) text += text === '' ? tagText(key)(value) : `,${tagText(key)(value)}`
  return `"tags":[${text}]`
}

function writeItem(resource: Resource, forms: Forms): string {
  return `${writeHead(resource, forms)},${writeTags(resource)}}`
}

function writeRecord(resource: Resource, forms: Forms): string {
  const updated = formatInstant(resource.updatedAt, forms.precision)
  const details = JSON.stringify(resource.details)
  return `${writeHead(resource, forms)},"updated_at":"${updated}",${writeTags(resource)},"details":${details}}`
}

type Writer = (resource: Resource) => string

/**
 * Makes writers for the choices of a request. They ask the register about status values only for a resource that is not
 * running: all options agree on a running one.
 */
function toWriter(write: (resource: Resource, forms: Forms) => string): (reading: Reading) => Writer {
  const writerOf = (assume: Assume, isRunning: boolean): Writer => {
    const forms = {
      idKind: resourceIdKind(assume('resourceIdFormat')),
      precision: assume('timestampPrecision'),
      isRunning,
    }
    return keptText((resource) => write(resource, forms))
  }
  const running = perProfile((assume) => writerOf(assume, false))
  const other = perProfile((assume) => writerOf(assume, assume('resourceStatusValues') === 'running'))
  return (reading) => {
    const writeRunning = running(reading)
    let writeOther: Writer | undefined
    return (resource) => {
      if (resource.status === 'running') return writeRunning(resource)
      writeOther ??= other(reading)
      return writeOther(resource)
    }
  }
}

export const itemWriter = toWriter(writeItem)

export const recordWriter = toWriter(writeRecord)
