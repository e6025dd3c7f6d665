import { runSuite } from '../suite/run.ts'
import { createClient } from './client.ts'
import { plants } from './plants.ts'
import { sound } from './ways.ts'

const { PLANT } = process.env
const planted = PLANT === undefined ? {} : plants[PLANT]
if (planted === undefined) throw new Error(`no plant ${PLANT}: expected one of ${Object.keys(plants).join(', ')}`)

await runSuite((access) => createClient(access, { ...sound, ...planted }))
