const { createTest, test } = require('cloudsec-fake/node-test')

const { declare, declareFailures } = require('./promises.cjs')

declare(test, createTest({ clock: 'frozen' }))
declareFailures(test, (title, body) => test(title, { timeout: 300 }, body))
