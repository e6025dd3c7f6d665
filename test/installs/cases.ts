/** A set of packages that the package is installed beside, and what is run there. */
export interface Case {
  /** Packages with their versions, the first of which is tried. */
  readonly packages: readonly string[]
  /** The files of `suites/` that are copied there. */
  readonly files: readonly string[]
  /** The command that runs them. */
  readonly command: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
  /** The output that is expected instead of the four promises, and the exit code. */
  readonly expected?: { readonly code: number; readonly output: RegExp }
}

const isModule = { NODE_OPTIONS: '--experimental-vm-modules' }

const vitest = (version: string, ...more: readonly string[]): Case => ({
  packages: [`vitest@${version}`, ...more],
  files: ['promises.cjs', 'vitest.test.js'],
  command: ['node', 'node_modules/vitest/vitest.mjs', 'run'],
})

const playwright = (version: string): Case => ({
  packages: [`@playwright/test@${version}`],
  files: ['promises.cjs', 'playwright.spec.js'],
  command: ['node', 'node_modules/@playwright/test/cli.js', 'test', '--reporter=line'],
})

const jest = (version: string, kind: 'commonjs' | 'module'): Case => ({
  packages: [`jest@${version}`],
  files: ['promises.cjs', `jest-${kind}.test.js`],
  command: ['node', 'node_modules/jest/bin/jest.js'],
  ...(kind === 'module' ? { environment: isModule } : {}),
})

const nodeTest = (file: string): Case => ({
  packages: [],
  files: ['promises.cjs', file],
  command: ['node', '--test', file],
})

const msw = (version: string, expected: NonNullable<Case['expected']>): Case => ({
  packages: [`msw@${version}`],
  files: ['msw.mjs'],
  command: ['node', 'msw.mjs'],
  expected,
})

const answers = { code: 0, output: /^answers: \/v1\/cloud\/resources\?page=2&limit=3 TypeError$/m }
const tooOld = { code: 1, output: /InputError: cloudsec-fake\/msw works with msw 2\.0 or later: npm install msw@2$/m }

const types = (moduleResolution: string, module: string): Case => ({
  packages: ['typescript@5.9.3', '@types/node@20.19.43', 'vitest@4.1.12', 'msw@2.15.0', '@playwright/test@1.65.1'],
  files: ['vitest-types.mts', 'types.ts'],
  command: [
    'node',
    ...`node_modules/typescript/bin/tsc --noEmit --strict --skipLibCheck --target es2022 --module ${module} --moduleResolution ${moduleResolution} types.ts vitest-types.mts`.split(
      ' ',
    ),
  ],
  expected: { code: 0, output: /^$/ },
})

/** The oldest and the newest version of each runner that is supported. */
export const cases: readonly Case[] = [
  vitest('1.0.0'),
  vitest('2.0.0'),
  vitest('3.0.0'),
  vitest('4.0.18'),
  vitest('4.1.12'),
  playwright('1.40.0'),
  playwright('1.65.1'),
  jest('29.0.0', 'commonjs'),
  jest('29.0.0', 'module'),
  jest('30.5.2', 'commonjs'),
  jest('30.5.2', 'module'),
  nodeTest('node-commonjs.test.cjs'),
  nodeTest('node-module.test.mjs'),
  msw('1.3.5', tooOld),
  msw('2.0.0', answers),
  msw('2.15.0', answers),
  types('node10', 'commonjs'),
  types('node16', 'node16'),
  types('nodenext', 'nodenext'),
  types('bundler', 'esnext'),
]
