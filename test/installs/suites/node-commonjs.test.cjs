const { createTest, test } = require('cloudsec-fake/node-test')

const { declare } = require('./promises.cjs')

declare(test, createTest({ clock: 'frozen' }))
