import { spawn } from 'node:child_process'
import { once } from 'node:events'

export const Wait = { forHttp: (path, port) => ({ path, port }) }

export class GenericContainer {
  constructor(image) {
    this.given = { image }
  }

  withExposedPorts(port) {
    this.given.port = port
    return this
  }

  withEnvironment(env) {
    this.given.env = env
    return this
  }

  withWaitStrategy(ready) {
    this.given.ready = ready
    return this
  }

  async start() {
    const { PROGRAM, PATH } = process.env
    const env = { PATH, CLOUDSEC_FAKE_HOST: '0.0.0.0', CLOUDSEC_FAKE_LOG_LEVEL: 'error', ...this.given.env }
    const flags = { env, stdio: ['ignore', 'pipe', 'inherit'] }
    const child = spawn(process.execPath, [PROGRAM, 'start', '--port', '0', '--print-url'], flags)
    const { hostname, port, origin } = new URL(String(await once(child.stdout, 'data')))
    const { ok } = await fetch(origin + this.given.ready.path)
    if (!ok) throw new Error('The fake is not ready.')
    process.stdout.write(`${this.given.image} ${this.given.port} ${this.given.ready.port}\n`)
    return { getHost: () => hostname, getMappedPort: () => Number(port), stop: async () => child.kill() }
  }
}
