const { createTest, test } = require('cloudsec-fake/jest')

const { declare } = require('./promises.cjs')

declare(test, createTest({ clock: 'frozen' }))
