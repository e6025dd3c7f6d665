// OpenTelemetry as an app sets it up: nothing here is about sandboxes.
import { register } from 'node:module'

import { HttpInstrumentation } from '@opentelemetry/instrumentation-http'
import { UndiciInstrumentation } from '@opentelemetry/instrumentation-undici'
import { NodeSDK } from '@opentelemetry/sdk-node'

register('@opentelemetry/instrumentation/hook.mjs', import.meta.url)
new NodeSDK({ instrumentations: [new HttpInstrumentation(), new UndiciInstrumentation()] }).start()
