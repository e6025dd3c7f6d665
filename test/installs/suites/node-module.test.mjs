import { createTest, test } from 'cloudsec-fake/node-test'

import { declare } from './promises.cjs'

declare(test, createTest({ clock: 'frozen' }))
