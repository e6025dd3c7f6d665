// `npm run schemas` writes this file: the names from `scenarios/`, the fields from the schema of a scenario.
import type { Choices } from '../assumptions/profile.ts'
import type { OperationId } from './areas.ts'

/** Name of a built-in scenario. */
export type BuiltInScenario =
  | 'assessments-complete-at-once'
  | 'assessments-fail'
  | 'assessments-never-complete'
  | 'assessments-slow'
  | 'authentication-error'
  | 'authorization-error'
  | 'commits-then-fails'
  | 'connection-reset'
  | 'empty-body'
  | 'extra-fields'
  | 'flaky'
  | 'gateway-error-page'
  | 'internal-error'
  | 'invalid-request'
  | 'jobs-complete-at-once'
  | 'jobs-fail'
  | 'jobs-never-complete'
  | 'jobs-slow'
  | 'key-revoked-midway'
  | 'list-changes-while-paging'
  | 'malformed-json'
  | 'no-answer'
  | 'outage-then-recovery'
  | 'permission-removed'
  | 'rate-limit-exceeded'
  | 'rate-limit-exhausted'
  | 'rate-limit-nearly-exhausted'
  | 'rate-limit-resets-soon'
  | 'resource-not-found'
  | 'service-unavailable'
  | 'slow'
  | 'slow-body'
  | 'truncated-body'
  | 'unknown-values'
  | 'webhook-duplicated'
  | 'webhook-fails'
  | 'webhook-out-of-order'
  | 'webhook-tampered'
  | 'wrong-content-type'

/** A named set of settings and fault rules, as a file, the control plane and a program write it. */
export interface Scenario {
  /** The JSON Schema of this file, for editors. */
  $schema?: string | undefined
  /** The name that switches it on: 1 to 63 lower-case letters, digits and hyphens. */
  name: string
  /** Its purpose, in a sentence for people. */
  description?: string | undefined
  /** The group that a page shows it in (own). */
  group?: 'errors' | 'quota' | 'time' | 'network' | 'webhooks' | 'data' | undefined
  /** Tried in order. The first that fires ends the search, unless it only delays. */
  rules?:
    | {
        /** Conditions on the request (none), and the time in which they hold (always). */
        when?:
          | {
              /** Ids of operations. */
              operation?: OperationId | OperationId[] | undefined
              /** HTTP methods, in any case. */
              method?: string | string[] | undefined
              /** Paths, with or without the base (/v1); * and a parameter such as {id} stand for any text. */
              path?: string | string[] | undefined
              /** Ids in the path; * stands for any text. */
              id?: string | string[] | undefined
              /** Ids of API keys; * stands for any text. */
              key?: string | string[] | undefined
              /** Query parameters, by name; * stands for any text. */
              query?: Record<string, string | string[]> | undefined
              /** Request headers, by name; * stands for any text. */
              header?: Record<string, string | string[]> | undefined
              /** Fields that the body must have; it may have others. */
              body?: Record<string, unknown> | undefined
              /** The begin on the sandbox's clock: a duration since the scenario was switched on, or a date-time (at once). */
              from?: string | undefined
              /** How long the rule holds from then, on the sandbox's clock (for ever). */
              for?: string | undefined
            }
          | undefined
        /** The matching requests on which it fires (all), by after, every, chance and first in this order: { first: 3 } fires three times. */
        count?:
          | {
              /** Skips this many matching requests first. */
              after?: number | undefined
              /** Fires on every n-th match. */
              every?: number | undefined
              /** Fires with this probability. The seed decides the draws. */
              chance?: number | undefined
              /** Fires at most this many times. */
              first?: number | undefined
            }
          | undefined
        /** before: the request is not handled; after: it is handled, and only the answer changes. */
        phase?: 'before' | 'after' | undefined
        /** The effect on the request, or on its answer. */
        then: {
          /** Answers with an error of the document. */
          error?:
            | 'authentication_error'
            | 'authorization_error'
            | 'invalid_request'
            | 'resource_not_found'
            | 'rate_limit_exceeded'
            | 'internal_error'
            | 'service_unavailable'
            | undefined
          /** Waits before the answer: a duration, or { min, max }. The seed decides the draw. */
          delay?:
            | string
            | {
                /** The shortest delay. */
                min: string
                /** The longest delay. */
                max: string
              }
            | undefined
          /** A network fault of the answer. */
          fault?:
            | 'reset'
            | 'hang'
            | 'truncate'
            | 'malformed_json'
            | 'empty'
            | 'gateway_html'
            | 'slow_body'
            | 'wrong_content_type'
            | undefined
          /** Duration of the body with slow_body (5s). */
          over?: string | undefined
          /** HTTP status of the answer. */
          status?: number | undefined
          /** A body of your own: a text, or any other JSON value. */
          body?: unknown
          /** Headers of the answer; null removes one. */
          headers?: Record<string, string | null> | undefined
          /** A JSON merge patch of the body. An object is merged into each item of an array. */
          patch?: Record<string, unknown> | undefined
          /** New values of fields by name, at any depth below data. */
          replace?: Record<string, unknown> | undefined
          /** After the answer, another client creates a record of the collection, or removes the newest. */
          arrange?: 'insert' | 'remove' | undefined
        }
      }[]
    | undefined
  /** The lifecycle of new assessments. */
  assessments?:
    | {
        /** From creation to the end: a duration, or never. */
        completeAfter?: string | undefined
        /** The last status. */
        outcome?: 'completed' | 'failed' | undefined
      }
    | undefined
  /** The lifecycle of new jobs. */
  jobs?:
    | {
        /** From creation to the end: a duration, or never. */
        completeAfter?: string | undefined
        /** The last status. */
        outcome?: 'completed' | 'failed' | undefined
      }
    | undefined
  /** The delay of every answer, in place of the option delay of the fake. */
  delay?:
    | string
    | {
        /** The shortest delay. */
        min: string
        /** The longest delay. */
        max: string
      }
    | undefined
  /** The quota of every key. */
  quota?:
    | {
        /** Requests an hour, for every key. */
        limit?: number | undefined
        /** Requests that remain, at most the limit, in a window that begins when the scenario is switched on. */
        remaining?: number | undefined
        /** Time until that window resets, at most 1h. */
        resetsIn?: string | undefined
      }
    | undefined
  /** The faults of webhooks. */
  webhooks?:
    | {
        /** This many attempts of each delivery fail, as if the receiver were unreachable. */
        fail?: number | undefined
        /** Each accepted delivery is sent this many times more. */
        duplicate?: number | undefined
        /** The first notification about a record waits until the last one was delivered. */
        outOfOrder?: boolean | undefined
        /** The signature is wrong. */
        tamper?: boolean | undefined
      }
    | undefined
  /** Choices of the assumption register. */
  assume?: Choices | undefined
}
