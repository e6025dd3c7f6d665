import { defaultSandbox } from '../engine/sandboxes.ts'
import { ApiError } from '../spec/api-error.ts'
import type { Address } from './address.ts'
import { noBody } from './body.ts'
import { type Asked, Exchange } from './exchange.ts'
import { serveWithFaults } from './faults.ts'
import { Head } from './head.ts'
import { sandboxOf } from './sandbox-of.ts'
import { scenarioHeader } from './scenario-header.ts'
import { admit, answer, finish, identify, internal, quietly, readSent, refuse, run, type Service } from './steps.ts'
import type { Answer, Sent, Wire } from './wire.ts'

/**
 * Serves one request, straight: sandbox, key, quota, permission, validation, handler, envelope.
 * Synchronous but for operations that take a body. A defect is answered with internal_error.
 * Rules of scenarios are looked at only where there are any.
 */
export function serve(service: Service, method: string, address: Address, wire: Wire): Sent | Promise<Sent> {
  const { head } = wire
  const match = service.router(method, address.path)
  const asked: Asked = { method, address, operation: match?.operation, id: match?.id ?? '', head }
  const exchange = new Exchange(sandboxOf(service.sandboxes, address, head.credential), asked)
  const { usage } = exchange.sandbox
  const scenarios = head.get(scenarioHeader)
  if (scenarios !== null || exchange.settings.rules.length > 0) {
    return usage.during(serveWithFaults(service, exchange, scenarios, wire))
  }
  if (asked.operation?.body !== undefined) return serveWithBody(service, exchange, wire)
  usage.touch()
  try {
    const key = admit(exchange, identify(service, exchange))
    return finish(service, exchange, wire, run(service, exchange, key, noBody))
  } catch (error) {
    return refuse(service, exchange, wire, error)
  }
}

async function serveWithBody(service: Service, exchange: Exchange, wire: Wire): Promise<Sent> {
  const { usage } = exchange.sandbox
  usage.begin()
  try {
    const key = admit(exchange, identify(service, exchange))
    const sent = await readSent(exchange, wire)
    exchange.takeInstant()
    return finish(service, exchange, wire, run(service, exchange, key, sent))
  } catch (error) {
    return refuse(service, exchange, wire, error)
  } finally {
    usage.end()
  }
}

/** The answer to what never became a request of a sandbox: a message that is not HTTP, or a defect outside the pipeline. */
export function refuseOutside(service: Service, error: unknown): Answer {
  const address = { sandbox: defaultSandbox, prefix: '', path: '/', query: '', target: '/' }
  const asked: Asked = { method: 'GET', address, operation: undefined, id: '', head: new Head() }
  const refusal = error instanceof ApiError ? error : internal(service, error)
  quietly(() => service.log.warn(`outside a request: ${refusal.message}`))
  return answer(new Exchange(service.sandboxes.default, asked), refusal)
}
