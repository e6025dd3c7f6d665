import { planted } from '../suite/planted.ts'
import { runSuite } from '../suite/run.ts'
import { createClient } from './client.ts'
import { plants } from './plants.ts'
import { sound } from './ways.ts'

const ways = { ...sound, ...planted(plants) }
await runSuite((access) => createClient(access, ways))
