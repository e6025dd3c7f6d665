const { createTest, test } = require('cloudsec-fake/jest')

const { declare, declareFailures, declareTables } = require('./promises.cjs')

declare(test, createTest({ clock: 'frozen' }))
declareFailures(test, (title, body) => test(title, body, 300))
declareTables(test)
