// The library under Deno's own server: npm run test:runtimes.
import process from 'node:process'

import { createFake } from 'cloudsec-fake'
import { Hono } from 'hono'

import { options, tryFake } from './trial.mjs'

const fake = await createFake(options)
const outer = new Hono().route('/fake', fake.app)
const [own, other] = [fake.app, outer].map(({ fetch }) =>
  Deno.serve({ port: 0, hostname: '127.0.0.1', onListen() {} }, fetch),
)
await tryFake(fake, `http://127.0.0.1:${own.addr.port}`, `http://127.0.0.1:${other.addr.port}/fake`)
process.stdout.write(`Deno ${Deno.version.deno}: all as expected\n`)
process.exit(0)
