import { describe, inject, onTestFinished } from 'vitest'

import { connect } from '../../src/index.ts'
import { type Client, createClient } from '../support/fake.ts'
import { type Installed, installedIn, type Running } from './installed.ts'

/** The installed program, with a client of what it serves. */
export interface Packed extends Omit<Installed, 'start'> {
  /** Starts the program on a free port until the test is over. @returns a client of it, once it serves */
  readonly serve: (...args: readonly string[]) => Promise<Client & Running>
}

/** The folder that the package is installed in. */
export const project = inject('project')

/** Runs a suite on the program that was packed and installed, on each version of Node. It was started there before. */
export function describePacked(title: string, suite: (packed: Packed) => void): void {
  describe.each(inject('nodes'))(`${title} on Node $version`, (node) => {
    const { start, ...installed } = installedIn(project, node)
    suite({
      ...installed,
      serve: async (...args) => {
        const running = start(...args)
        onTestFinished(() => running.kill('SIGKILL'))
        const fake = await connect(await running.ready)
        return { ...createClient(fake, fake, fetch), ...running }
      },
    })
  })
}
