import { readFileSync } from 'node:fs'

import { inPackage } from './package.ts'

export const [, version = ''] = /"version": "([^"]+)"/.exec(readFileSync(inPackage('package.json'), 'utf8')) ?? []
