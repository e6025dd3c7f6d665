import { documentPath } from '../../http/address.ts'
import { type ControlRoute, defineRoute } from '../route.ts'
import { documentSchema } from '../schemas.ts'

/** The route that tells of all routes, itself included. */
export function documentRoute(others: readonly ControlRoute[]): ControlRoute {
  const route: ControlRoute = defineRoute({
    id: 'showDocument',
    method: 'GET',
    path: documentPath,
    summary: 'the control plane as an OpenAPI document',
    answer: documentSchema,
    handle: async ({ service, sandbox, origin }) => {
      // Loaded when somebody asks: a start need not wait for it.
      const { describeControl } = await import('../document.ts')
      const mount = new URL(origin).pathname.replace(/\/$/, '')
      return describeControl([...others, route], sandbox, service.version, mount)
    },
  })
  return route
}
