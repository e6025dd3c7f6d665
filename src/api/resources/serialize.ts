import type { Assume, Choice } from '../../assumptions/register.ts'
import { perProfile, type Reading } from '../../assumptions/used.ts'
import { defineText, quoted } from '../../lib/json-text.ts'
import { keysOf } from '../../lib/keys-of.ts'
import { remembered } from '../../lib/lazily.ts'
import { formatId } from '../../random/ids.ts'
import { formatInstant } from '../../time/instant.ts'
import { resourceIdKind } from '../resource-id.ts'
import { type Resource, wordFields } from './resource.ts'

interface ResourceChoices extends Readonly<Record<string, string>> {
  readonly idFormat: Choice<'resourceIdFormat'>
  readonly statusValues: Choice<'resourceStatusValues'>
  readonly precision: Choice<'timestampPrecision'>
}

/** Cached texts of words, and of tags for each key: few words make up most of an inventory. */
const wordsKept = 1024

const wordText = remembered(quoted, wordsKept)
const tagText = remembered(
  (key: string) => remembered((value: string) => `{"key":${quoted(key)},"value":${quoted(value)}}`, wordsKept),
  64,
)

const wordNames = keysOf(wordFields)

/** The first fields of every form. */
function writeHead(resource: Resource, { idFormat, statusValues, precision }: ResourceChoices): string {
  const id = formatId(resource.id, resourceIdKind(idFormat))
  const created = formatInstant(resource.createdAt, precision)
  let words = ''
  for (const field of wordNames) {
    const word = field === 'status' && statusValues === 'running' ? 'running' : resource[field]
    words += `"${field}":${wordText(word)},`
  }
  return `{"id":"${id}","name":${quoted(resource.name)},${words}"created_at":"${created}"`
}

function writeTags({ tags }: Resource): string {
  let text = ''
  for (const { key, value } of tags) text += text === '' ? tagText(key)(value) : `,${tagText(key)(value)}`
  return `"tags":[${text}]`
}

function writeItem(resource: Resource, choices: ResourceChoices): string {
  return `${writeHead(resource, choices)},${writeTags(resource)}}`
}

function writeRecord(resource: Resource, choices: ResourceChoices): string {
  const updated = formatInstant(resource.updatedAt, choices.precision)
  const details = JSON.stringify(resource.details)
  return `${writeHead(resource, choices)},"updated_at":"${updated}",${writeTags(resource)},"details":${details}}`
}

const itemText = defineText<Resource, ResourceChoices>(writeItem)
const recordText = defineText<Resource, ResourceChoices>(writeRecord)

type Writer = (resource: Resource) => string

/**
 * Makes writers for the choices of a request. They ask the register about status values only for a resource that is not
 * running: all options agree on a running one.
 */
function toWriter(text: (choices: ResourceChoices) => Writer): (reading: Reading) => Writer {
  const choicesOf = (assume: Assume) => ({
    idFormat: assume('resourceIdFormat'),
    precision: assume('timestampPrecision'),
  })
  const running = perProfile((assume) => text({ ...choicesOf(assume), statusValues: 'several' }))
  const other = perProfile((assume) => text({ ...choicesOf(assume), statusValues: assume('resourceStatusValues') }))
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

export const itemWriter = toWriter(itemText)

export const recordWriter = toWriter(recordText)
