import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import pLimit from 'p-limit'
import { describe, expect, it } from 'vitest'

import manifest from '../../package.json' with { type: 'json' }
import { run } from '../support/consumer.ts'
import { project } from './describe-packed.ts'
import versions from './versions/package.json' with { type: 'json' }

const root = fileURLToPath(new URL('../..', import.meta.url))
const suites = join(root, 'test/installs/suites')

/** The compilers, by the project that has them. The older ones are no packages of this one: they would fight for `npx tsc`. */
const compilers = [
  ...Object.keys(versions.dependencies).map((name) => ({ name, owner: 'test/packed/versions' })),
  { name: 'typescript', owner: '' },
]

/** Bundlers compile for a browser too, whose types are the default of a compiler. */
const ways = [
  { moduleResolution: 'node16', module: 'node16', lib: ['es2022'] },
  { moduleResolution: 'nodenext', module: 'nodenext', lib: ['es2022'] },
  { moduleResolution: 'bundler', module: 'preserve' },
]

/** Everything that has types, each as modules and as CommonJS load it. */
const entries = Object.entries(manifest.exports).filter(([, target]) => JSON.stringify(target).includes('"types"'))
const required = entries.filter(([, target]) => JSON.stringify(target).includes('"require"'))

/** A file that loads entries, and uses their types. */
const loading = (all: typeof entries, load: (name: string, path: string) => string): string =>
  all
    .map(([path], i) => `${load(`a${i}`, path.replace('.', 'cloudsec-fake'))}\nexport type A${i} = typeof a${i}\n`)
    .join('')

/** What each program has beside the uses of every entry: proof that it is compiled, and that what is ours is told. */
const planted = 'planted.mts(1,14): error TS2322'

const limit = pLimit(availableParallelism())

/**
 * Compiles all of it in one program, as a compiler does unless it is told to skip declarations.
 * @returns the errors in our declarations and in the code that uses them: those of other packages are not ours
 */
async function compile(
  { name, owner }: (typeof compilers)[number],
  options: { readonly moduleResolution: string },
): Promise<readonly string[]> {
  const folder = join(project, `${name}-${options.moduleResolution}`)
  await mkdir(folder)
  await Promise.all([
    copyFile(join(suites, 'types.ts'), join(folder, 'types.mts')),
    copyFile(join(suites, 'types.ts'), join(folder, 'types.cts')),
    copyFile(join(suites, 'vitest-types.mts'), join(folder, 'vitest-types.mts')),
    writeFile(
      join(folder, 'imports.mts'),
      loading(entries, (entry, path) => `import * as ${entry} from '${path}'`),
    ),
    writeFile(
      join(folder, 'requires.cts'),
      loading(required, (entry, path) => `import ${entry} = require('${path}')`),
    ),
    writeFile(join(folder, 'planted.mts'), 'export const planted: string = 1\n'),
    writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          ...options,
          target: 'es2022',
          strict: true,
          skipLibCheck: false,
          // Declarations of the compiler are not ours, and take a while.
          skipDefaultLibCheck: true,
          noEmit: true,
          types: ['node'],
          typeRoots: [join(root, 'node_modules/@types')],
        },
      }),
    ),
  ])
  const { out } = await run(
    process.execPath,
    [join(root, owner, 'node_modules', name, 'bin/tsc'), '--pretty', 'false'],
    folder,
  )
  return out
    .split(/\n(?=\S)/)
    .map((error) => error.trim())
    .filter((error) => error !== '' && !/^[^(]*node_modules\/(?!cloudsec-fake\/)/.test(error))
}

describe('the declarations of the package', () => {
  it.concurrent.each(compilers.flatMap((compiler) => ways.map((way) => ({ ...compiler, ...way }))))(
    'compile in $name as $moduleResolution has it',
    { timeout: 600_000 },
    async ({ name, owner, ...way }) => {
      expect(entries.length).toBeGreaterThan(5)
      expect(await limit(() => compile({ name, owner }, way))).toEqual([expect.stringContaining(planted)])
    },
  )
})
