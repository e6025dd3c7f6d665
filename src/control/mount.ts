import type { App } from '../http/app.ts'
import { lazily } from '../lib/lazily.ts'
import { controlPath } from './path.ts'
import type { ControlService } from './route.ts'

/** Mounts the control plane on the app of a fake: it is loaded with the first request below its path. */
export function mountControl(app: App, service: ControlService): void {
  const plane = lazily(async () => (await import('./plane.ts')).createPlane(service))
  for (const path of [controlPath, `${controlPath}/*`]) {
    app.all(path, async (c) => (await plane()).fetch(c.req.raw, c.env))
  }
}
