import { execFile } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { expect, it, onTestFinished } from 'vitest'

import { describePacked, project } from './describe-packed.ts'

describePacked('an installation', ({ version, serve }) => {
  it('never reads what earlier versions kept of their compiled code', async () => {
    const cache = join(project, 'node_modules/.cache/cloudsec-fake')
    const names = ['fake', 'run', 'start'].map((name) => join(cache, `${name}.cjs-v${version}-${process.arch}`))
    await rm(cache, { recursive: true, force: true })
    await mkdir(cache, { recursive: true })
    onTestFinished(() => rm(cache, { recursive: true }))
    // Reading a pipe without a writer takes for ever.
    await promisify(execFile)('mkfifo', names)
    const { get, err, kill, ended } = await serve()
    expect((await get('/cloud/resources')).status).toBe(200)
    kill('SIGTERM')
    expect([await ended, err()]).toEqual([0, 'info: stopping: requests that are being served may finish\n'])
  })
})
