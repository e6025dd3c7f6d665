import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

import { build } from 'rolldown'

import { versionOf } from '../support/version-of.ts'

const here = fileURLToPath(new URL('.', import.meta.url))

/** How a client is run. */
export interface Command {
  /** The words of the command; `{dir}` stands for a folder of the run. */
  readonly words: readonly string[]
  /** The file with its results; undefined where it prints them. */
  readonly report: string | undefined
  /** False where this machine cannot run it. */
  readonly canRun: boolean
}

const report = '{dir}/report.xml'
const hasPython = versionOf('python3', '--version', /Python 3\.(\d+)/) >= 9
const hasJava = versionOf('java', '-version', /version "(\d+)/) >= 17

const onNode = (file: string): Command => ({ words: [process.execPath, file], report: undefined, canRun: true })

/** The command of each client that is compiled into a folder. */
export function commandsIn(folder: string): Readonly<Record<string, Command>> {
  return {
    'typescript-fetch': onNode(join(folder, 'typescript-fetch.mjs')),
    'openapi-fetch': onNode(join(folder, 'openapi-fetch.mjs')),
    'javascript-http': onNode(join(folder, 'javascript-http.mjs')),
    python: { words: ['python3', '-B', join(here, 'python/suite.py'), report], report, canRun: hasPython },
    java: {
      words: ['java', '-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC', '-Xshare:auto', '-cp', folder, 'Main', report],
      report,
      canRun: hasJava,
    },
  }
}

/** Compiles the clients into a folder, so that each run starts fast. */
export async function compileClients(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const bundle = (client: string, main: string) =>
    build({
      input: join(here, client, main),
      platform: 'node',
      output: { file: join(folder, `${client}.mjs`), format: 'esm', codeSplitting: false },
    })
  await Promise.all([
    bundle('typescript-fetch', 'main.ts'),
    bundle('openapi-fetch', 'main.ts'),
    bundle('javascript-http', 'main.mjs'),
    hasJava ? promisify(execFile)('javac', ['-d', folder, join(here, 'java/Main.java')]) : undefined,
  ])
}
