import type { documentEndpoints } from '../endpoints/document.ts'
import type { ControlRoute, Handlers } from '../route.ts'

/** @param routes all routes of the control plane */
export function documentHandlers(routes: () => readonly ControlRoute[]): Handlers<typeof documentEndpoints> {
  return {
    showDocument: async ({ service, sandbox, known, origin }) => {
      // Loaded on demand: few fakes are asked for it.
      const { describeControl } = await import('../document.ts')
      const mount = new URL(origin).pathname.replace(/\/$/, '')
      return describeControl(routes(), { sandbox, known, version: service.version, mount })
    },
  }
}
