import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { project } from './describe-packed.ts'

const folder = join(project, 'node_modules/cloudsec-fake')

describe('the package', () => {
  it('has at most 4.5 MB, and at most 200 KB of pictures', async () => {
    const names = await readdir(folder, { recursive: true })
    const files = await Promise.all(names.map(async (name) => ({ name, stats: await stat(join(folder, name)) })))
    const bytes = (pattern: RegExp): number =>
      files.reduce((sum, { name, stats }) => sum + (stats.isFile() && pattern.test(name) ? stats.size : 0), 0)
    expect(bytes(/^/)).toBeGreaterThan(1_000_000)
    // 0.4 MB of it composes e-mails, in place of 2.3 MB that were installed beside it.
    expect(bytes(/^/)).toBeLessThanOrEqual(4_500_000)
    expect(bytes(/\.(webp|png|jpe?g|gif|svg)$/)).toBeLessThanOrEqual(200_000)
  })

  it('has what users need, and nothing for contributors', async () => {
    const files = ['Dockerfile', 'LICENSE', 'README.md', 'package.json']
    const folders = 'action deploy dist docs examples fixtures kits scenarios schemas skills templates'.split(' ')
    const names = (await readdir(folder)).filter((name) => name !== 'node_modules')
    expect(names.toSorted()).toEqual([...files, ...folders].toSorted())
  })
})
