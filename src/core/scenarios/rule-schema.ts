import * as z from 'zod/mini'

import { type FaultName, faultNames, faults } from '../faults/table.ts'
import { checkEach, checkField, checkDespiteIssues } from '../lib/checks.ts'
import { formsAt, namesIn } from '../lib/schema-fields.ts'
import { bodilessStatuses, errorCodes, readStatus } from '../spec/errors.ts'
import { versionPath } from '../spec/version.ts'
import { delaySchema, described, duration, periodFields, required } from './fields.ts'
import { canHold, type KnownOperation } from './rule-checks.ts'

const several = <T extends z.ZodMiniType>(one: T) => z.union([one, z.array(one).check(z.minLength(1))])
const texts = several(z.string())
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']
const method = z
  .string()
  .check(z.refine((text) => methods.includes(text.toUpperCase()), { error: `one of ${methods.join(', ')}` }))

const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const headerValue = /^[\x20-\x7e]*$/
/** Headers that frame the body. Only a fault may change them: changing such a header alone would break the connection. */
const framing: ReadonlySet<string> = new Set([
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'trailer',
  'upgrade',
])

const namesHeaders = checkEach('the name of a header', (name) => (headerName.test(name) ? undefined : name))

const headers = z.lazy(() =>
  z.record(z.string(), z.nullable(z.string())).check(
    checkEach('a header that does not frame the body, in printable ASCII', (name, value) => {
      if (!headerName.test(name) || framing.has(name.toLowerCase())) return name
      return value === null || headerValue.test(value) ? undefined : value
    }),
  ),
)

/** The schema of the conditions on a request. @param operationIds the operations that it may name */
export const whenOf = <Operation extends string>(operationIds: readonly Operation[]) =>
  z.strictObject({
    operation: described('Ids of operations.', several(z.enum(operationIds))),
    method: described('HTTP methods, in any case.', several(method)),
    path: described(
      `Paths, with or without the base (${versionPath}); * and a parameter such as {id} stand for any text.`,
      several(z.string().check(z.refine((text) => /^[/*]/.test(text), { error: 'a path, such as /cloud/resources' }))),
    ),
    id: described('Ids in the path; * stands for any text.', several(z.string())),
    key: described('Ids of API keys; * stands for any text.', several(z.string())),
    query: described('Query parameters, by name; * stands for any text.', z.record(z.string(), texts)),
    header: described(
      'Request headers, by name; * stands for any text.',
      z.record(z.string(), texts).check(namesHeaders),
    ),
    body: described('Fields that the body must have; it may have others.', z.record(z.string(), z.unknown())),
  })

const countSchema = z.lazy(() =>
  z.strictObject(
    {
      after: described('Skips this many matching requests first.', z.int().check(z.gte(0))),
      every: described('Fires on every n-th match.', z.int().check(z.gte(1))),
      chance: described(
        'Fires with this probability. The seed decides the draws.',
        z.number().check(z.gte(0), z.lte(1)),
      ),
      first: described('Fires at most this many times.', z.int().check(z.gte(1))),
    },
    { error: 'an object, such as { "first": 3 }' },
  ),
)

export const effectSchema = z.lazy(() =>
  z
    .strictObject({
      error: described('Answers with an error of the document.', z.enum(errorCodes)),
      delay: described('Waits before the answer: a duration, or { min, max }. The seed decides the draw.', delaySchema),
      fault: described('A network fault of the answer.', z.enum(faultNames)),
      over: described('Duration of the body with slow_body (5s).', duration),
      status: described('HTTP status of the answer.', z.int().check(z.gte(200), z.lte(599))),
      body: described('A body of your own: a text, or any other JSON value.', z.unknown()),
      headers: described('Headers of the answer; null removes one.', headers),
      patch: described(
        'A JSON merge patch of the body. An object is merged into each item of an array.',
        z.record(z.string(), z.unknown()),
      ),
      replace: described('New values of fields by name, at any depth below data.', z.record(z.string(), z.unknown())),
      arrange: described(
        'After the answer, another client creates a record of the collection, or removes the newest.',
        z.enum(['insert', 'remove']),
      ),
    })
    .check(
      ({ value, issues }) => {
        if (issues.length > 0 || Object.values(value).some((one) => one !== undefined)) return
        issues.push({ code: 'custom', message: `at least one of ${effectNames().join(', ')}`, input: undefined })
      },
      checkField(
        'over',
        'this field only with the fault slow_body',
        ({ over, fault }) => over === undefined || fault === 'slow_body',
      ),
      checkDespiteIssues((value, issues) => {
        const lost = clashes.find(
          ([field, other]) =>
            value[field] !== undefined && (other === 'fault' ? leavesNoBody(value.fault) : value[other] !== undefined),
        )
        if (lost === undefined) return
        const [field, other] = lost
        const message = `no ${field} together with ${other === 'fault' ? `the fault ${value.fault}` : other}, which discards it`
        issues.push({ code: 'custom', path: [field], message, input: value[field], continue: true })
      }),
      checkField('status', 'a status that has a body', ({ status = readStatus, fault, error, ...changes }) => {
        const needsBody = fault !== undefined && faults[fault].kind !== 'noAnswer'
        const own = [error, changes.body, changes.patch, changes.replace]
        return !bodilessStatuses.has(status) || !(needsBody || own.some((change) => change !== undefined))
      }),
    ),
)

const effectNames = (): readonly string[] => namesIn(formsAt(effectSchema, []))

/** Changes of a body, each with a field that discards it. A fault does so if it sends another body, or none. */
const clashes = [
  ['body', 'patch'],
  ['body', 'replace'],
  ['replace', 'error'],
  ['body', 'fault'],
  ['patch', 'fault'],
  ['replace', 'fault'],
] as const

const phaseSchema = z.enum(['before', 'after'])

export type Effect = z.infer<typeof effectSchema>

/** The stage of a rule: it acts before the request is handled, or after. */
export type RulePhase = z.infer<typeof phaseSchema>

/** True if the client gets no answer, or another one. */
function replacesAnswer(fault: FaultName | undefined): boolean {
  const kind = fault && faults[fault].kind
  return kind === 'noAnswer' || kind === 'otherAnswer'
}

const hasOwnAnswer = ({ error, body, fault }: Effect): boolean =>
  error !== undefined || body !== undefined || replacesAnswer(fault)

/** True if the client gets no body from the fake. */
function leavesNoBody(name: FaultName | undefined): boolean {
  const fault = name && faults[name]
  return replacesAnswer(name) || (fault?.kind === 'content' && fault.edit('{}').body === '')
}

/** True if an effect only delays. Then the search for another rule continues. */
export function onlyDelays(effect: Effect): boolean {
  return Object.entries(effect).every(([name, value]) => name === 'delay' || value === undefined)
}

/** The default stage of an effect: `before`, unless it changes an answer. */
export function defaultPhase(effect: Effect): RulePhase {
  return hasOwnAnswer(effect) || onlyDelays(effect) ? 'before' : 'after'
}

export const ruleOf = <Operation extends string>(operations: readonly KnownOperation<Operation>[]) =>
  z
    .strictObject({
      when: described(
        'Conditions on the request (none), and the time in which they hold (always).',
        z.strictObject({ ...whenOf(operations.map(({ id }) => id)).shape, ...periodFields }),
      ),
      count: described(
        'The matching requests on which it fires (all), by after, every, chance and first in this order: { first: 3 } fires three times.',
        countSchema,
      ),
      phase: described(
        'before: the request is not handled; after: it is handled, and only the answer changes.',
        phaseSchema,
      ),
      then: required('The effect on the request, or on its answer.', effectSchema),
    })
    .check(
      checkField(
        'phase',
        'after, because before has no answer to change (or an error or a body in then)',
        ({ phase, then }) => phase !== 'before' || hasOwnAnswer(then) || onlyDelays(then),
      ),
      checkField('when', 'conditions that some operation can meet', ({ when = {} }) => canHold(when, operations)),
    )

export type ScenarioRule<Operation extends string = string> = z.infer<ReturnType<typeof ruleOf<Operation>>>

/** The rule with another effect. */
export const withThen = (then: Effect, rule?: ScenarioRule): ScenarioRule => ({ ...rule, then })

export type When = z.infer<ReturnType<typeof whenOf>>
