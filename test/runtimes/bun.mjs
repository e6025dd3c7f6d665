// The library under Bun's own server: npm run test:runtimes.
import { createFake } from 'cloudsec-fake'
import { Hono } from 'hono'

import { options, tryFake } from './trial.mjs'

const fake = await createFake(options)
const outer = new Hono().route('/fake', fake.app)
const [own, other] = [fake.app, outer].map(({ fetch }) => Bun.serve({ port: 0, hostname: '127.0.0.1', fetch }))
await tryFake(fake, own.url.origin, `${other.url.origin}/fake`)
process.stdout.write(`Bun ${Bun.version}: all as expected\n`)
process.exit(0)
