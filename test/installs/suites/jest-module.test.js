import { createTest, test } from 'cloudsec-fake/jest'

import { declare } from './promises.cjs'

declare(test, createTest({ clock: 'frozen' }))
