const { createTest, test } = require('cloudsec-fake/jest')

const { declare, declareFailures, declareTables } = require('./promises.cjs')

if (process.env.FAKE_TIMERS) beforeEach(() => void jest.useFakeTimers())
declare(test, createTest({ clock: 'frozen' }))
// A fetch of happy-dom that waits for its answer does not end with its signal.
if (globalThis.happyDOM === undefined) declareFailures(test, (title, body) => test(title, body, 300))
declareTables(test)
