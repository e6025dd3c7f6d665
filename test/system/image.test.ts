import { expect, it } from 'vitest'

import manifest from '../../package.json' with { type: 'json' }
import { buildImage } from './support/image.ts'
import { has } from './support/programs.ts'

it.skipIf(!has('buildah') || !has('podman'))('runs without a writable file', async () => {
  const image = await buildImage()
  const ran = await image.run('podman', 'run', '--rm', '--network=host', '--read-only', image.name, '--version')
  expect(ran).toMatchObject({ code: 0, out: `${manifest.version}\n` })
})
