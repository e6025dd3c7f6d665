import { documentEndpoints } from '../endpoints/reports.ts'
import { toRoutes } from '../route.ts'

export const documentRoutes = toRoutes(documentEndpoints, {
  showDocument: async ({ service, routes, sandbox, known, origin }) => {
    // Loaded on demand: few fakes are asked for it.
    const { describeControl } = await import('../document.ts')
    const mount = new URL(origin).pathname.replace(/\/$/, '')
    return describeControl(routes, { sandbox, known, version: service.version, mount })
  },
})
