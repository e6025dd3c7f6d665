import { test } from 'cloudsec-fake/playwright'

import { declare } from './promises.cjs'

declare(test, test.extend({ fakeOptions: [{ clock: 'frozen' }, { option: true, scope: 'worker' }] }))
