import { createTest, test } from 'cloudsec-fake/node-test'

import { declare, declareFailures } from './promises.cjs'

declare(test, createTest({ clock: 'frozen' }))
declareFailures(test, (title, body) => test(title, { timeout: 300 }, body))
