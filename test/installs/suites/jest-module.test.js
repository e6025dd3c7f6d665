import { createTest, test } from 'cloudsec-fake/jest'

import { declare, declareFailures, declareTables } from './promises.cjs'

declare(test, createTest({ clock: 'frozen' }))
declareFailures(test, (title, body) => test(title, body, 300))
declareTables(test)
