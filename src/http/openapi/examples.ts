import type { Sandbox } from '../../engine/sandbox.ts'
import { toText } from '../../lib/body.ts'
import { remembered } from '../../lib/lazily.ts'
import { isJsonObject } from '../../lib/merge-patch.ts'
import { ApiError } from '../../spec/api-error.ts'
import type { ErrorCode } from '../../spec/errors.ts'
import { jsonType } from '../../spec/headers.ts'
import { versionPath } from '../../spec/version.ts'
import { addressOf } from '../address.ts'
import { noBody, type SentBody } from '../body.ts'
import { errorReply, magicCodes } from '../errors.ts'
import { Exchange, nothingSent } from '../exchange.ts'
import type { Operation } from '../operation.ts'

/** A short page, and encoding that no choice makes valid. */
const [shortPage, brokenQuery] = ['limit=2', '%']

/** What operations answer, each asked of a new sandbox that nobody else has: nothing that is kept changes. */
export class Examples {
  readonly #operations: readonly Operation[]
  readonly #open: () => Sandbox
  readonly #prefix: string
  readonly #ids = remembered((area: string) => this.#readId(area))

  /** @param open makes a sandbox that is nobody's; @param prefix what precedes the version segment */
  constructor(operations: readonly Operation[], open: () => Sandbox, prefix: string) {
    this.#operations = operations
    this.#open = open
    this.#prefix = prefix
  }

  /** The id of a record that an operation can answer; undefined where there is none. */
  idFor({ area }: Operation): string | undefined {
    return this.#ids(area)
  }

  #readId(area: string): string | undefined {
    const list = this.#operations.find((operation) => operation.area === area && isList(operation))
    const answer = list === undefined ? undefined : this.#serve(list, '', shortPage, noBody)
    const items = isJsonObject(answer) && Array.isArray(answer['data']) ? answer['data'] : []
    const first: unknown = items[0]
    return isJsonObject(first) && typeof first['id'] === 'string' ? first['id'] : undefined
  }

  /** The body of a request that is served; undefined where there is none. */
  bodyFor({ body }: Operation): unknown {
    return this.#within(undefined, '', '', (exchange) => body?.example(exchange))
  }

  /** What an operation answers; undefined where the dataset has nothing that it could be asked for. */
  answerOf(operation: Operation): unknown {
    if (operation.idShape !== undefined) {
      const id = this.idFor(operation)
      return id === undefined ? undefined : this.#serve(operation, id, '', noBody)
    }
    if (operation.body === undefined) return this.#serve(operation, '', shortPage, noBody)
    const body = this.bodyFor(operation)
    if (body === undefined) return undefined
    return this.#serve(operation, '', '', {
      bytes: new TextEncoder().encode(JSON.stringify(body)),
      contentType: jsonType,
    })
  }

  /** What tells an error: that of a magic id, or of a query that nobody can read. */
  refusalOf(code: ErrorCode): unknown {
    const digits = [...magicCodes].find(([, magic]) => magic === code)?.[0]
    const [id, query] = digits === undefined ? ['', brokenQuery] : [`00000000-0000-4000-8000-${digits}`, '']
    for (const operation of this.#operations.filter(({ idShape }) => idShape !== undefined)) {
      const told = this.#within(operation, id, query, (exchange) => {
        const refusal = refusalBy(() => operation.prepare(exchange, noBody))
        return refusal?.code === code ? toText(errorReply(exchange.assume, refusal).body) : undefined
      })
      if (told !== undefined) return JSON.parse(told)
    }
    return undefined
  }

  #serve(operation: Operation, id: string, query: string, sent: SentBody): unknown {
    return this.#within(operation, id, query, (exchange) => {
      let answer: unknown
      refusalBy(() => {
        answer = JSON.parse(toText(operation.prepare(exchange, sent)()))
      })
      return answer
    })
  }

  #within<T>(operation: Operation | undefined, id: string, query: string, work: (exchange: Exchange) => T): T {
    const sandbox = this.#open()
    const path = versionPath + (operation?.path.replace('{id}', id) ?? '')
    const address = addressOf(path, query, this.#prefix)
    try {
      return work(new Exchange(sandbox, { method: operation?.method ?? 'GET', address, operation, id, ...nothingSent }))
    } finally {
      sandbox.close()
    }
  }
}

function isList({ body, idShape }: Operation): boolean {
  return body === undefined && idShape === undefined
}

/** The refusal that some work meets; undefined where it meets none. */
function refusalBy(work: () => unknown): ApiError | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}
