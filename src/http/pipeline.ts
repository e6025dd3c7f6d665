import { defaultSandbox } from '../engine/sandboxes.ts'
import { ApiError } from '../spec/api-error.ts'
import { keyHeader } from '../spec/headers.ts'
import { noBody } from './body.ts'
import { Credential } from './credential.ts'
import { type Asked, Exchange } from './exchange.ts'
import { serveWithFaults } from './faults.ts'
import { sandboxOf } from './sandbox-of.ts'
import { scenarioHeader } from './scenario-header.ts'
import { admit, answer, finish, identify, internal, quietly, readSent, refuse, run, type Service } from './steps.ts'
import type { Wire } from './wire.ts'

/**
 * Serves one request, straight: sandbox, key, quota, permission, validation, handler, envelope.
 * Synchronous but for operations that take a body. A defect is answered with internal_error.
 * Rules of scenarios are looked at only where there are any.
 */
export function serve(service: Service, request: Request, asked: Asked, wire: Wire): Response | Promise<Response> {
  const credential = new Credential(request.headers.get(keyHeader))
  const exchange = new Exchange(sandboxOf(service.sandboxes, asked.address, credential), asked, credential)
  const { usage } = exchange.sandbox
  const scenarios = request.headers.get(scenarioHeader)
  if (scenarios !== null || exchange.settings.rules.length > 0) {
    return usage.during(serveWithFaults(service, exchange, request, scenarios, wire))
  }
  if (asked.operation?.body !== undefined) return usage.during(serveWithBody(service, exchange, request))
  usage.touch()
  try {
    const key = admit(exchange, identify(service, exchange))
    return finish(service, exchange, run(service, exchange, key, noBody))
  } catch (error) {
    return refuse(service, exchange, error)
  }
}

async function serveWithBody(service: Service, exchange: Exchange, request: Request): Promise<Response> {
  try {
    const key = admit(exchange, identify(service, exchange))
    const sent = await readSent(exchange, request)
    exchange.takeInstant()
    return finish(service, exchange, run(service, exchange, key, sent))
  } catch (error) {
    return refuse(service, exchange, error)
  }
}

/** Answers what never became a request of a sandbox: a message that is not HTTP, or a defect outside the pipeline. */
export function refuseOutside(service: Service, error: unknown): Response {
  const address = { sandbox: defaultSandbox, prefix: '', path: '/', query: '' }
  const asked: Asked = { method: 'GET', address, operation: undefined, id: '', headers: [] }
  const refusal = error instanceof ApiError ? error : internal(service, error)
  quietly(() => service.log.warn(`outside a request: ${refusal.message}`))
  return answer(new Exchange(service.sandboxes.default, asked), refusal)
}
