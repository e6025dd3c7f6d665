import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { type Ran, run } from '../../support/consumer.ts'

/** Programs that build and run images, with a storage of their own. */
export interface Containers {
  /** A program with its arguments, as `spawn` takes them. */
  readonly command: (program: ContainerProgram, ...args: readonly string[]) => ContainerCommand
  /** Runs a program to its end. */
  readonly run: (program: ContainerProgram, ...args: readonly string[]) => Promise<Ran>
}

type ContainerProgram = 'buildah' | 'podman'

interface ContainerCommand {
  readonly file: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** Limits that every machine allows: the default ones need a privilege, and a container in a container has no cgroups. */
const settings = `[containers]
cgroups = "disabled"
default_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]
`

/**
 * They mount in a namespace of their own, so that nothing stays mounted. In a machine with both versions of cgroups, crun
 * starts only if it sees one.
 */
const apart = ['--mount', 'sh', '-c', 'umount --quiet /sys/fs/cgroup/unified; exec "$@"', 'sh'] as const

/** @param folder where images and containers are kept */
export async function containersIn(folder: string): Promise<Containers> {
  const [conf, storage] = [join(folder, 'containers.conf'), join(folder, 'storage.conf')]
  const lines = [
    '[storage]',
    `graphroot = "${folder}/images"`,
    `runroot = "${folder}/running"`,
    'driver = "overlay"',
    '',
  ]
  await mkdir(folder, { recursive: true })
  await Promise.all([writeFile(conf, settings), writeFile(storage, lines.join('\n'))])
  const variables = { CONTAINERS_CONF: conf, CONTAINERS_STORAGE_CONF: storage }
  const isRoot = process.getuid?.() === 0
  const command: Containers['command'] = (program, ...args) => ({
    file: isRoot ? 'unshare' : program,
    args: isRoot ? [...apart, program, ...args] : args,
    env: { PATH: `${process.env['PATH']}:/usr/sbin`, HOME: process.env['HOME'] ?? '', ...variables },
  })
  return {
    command,
    run: async (...line) => {
      const { file, args, env } = command(...line)
      return await run(file, args, folder, env)
    },
  }
}
