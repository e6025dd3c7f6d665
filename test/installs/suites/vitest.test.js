import { createTest, test } from 'cloudsec-fake/vitest'

import { declare } from './promises.cjs'

declare(test, createTest({ clock: 'frozen' }))
