import { createTest, test } from 'cloudsec-fake/vitest'
import { beforeEach, vi } from 'vitest'

import { declare } from './promises.cjs'

// Vitest 3.0 would replace queueMicrotask too, without which Node's fetch hangs.
const toFake = ['setTimeout', 'clearTimeout', 'setInterval', 'setImmediate', 'Date', 'performance']
if (process.env.FAKE_TIMERS) beforeEach(() => void vi.useFakeTimers({ toFake }))
declare(test, createTest({ clock: 'frozen' }))
