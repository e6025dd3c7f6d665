import { chmodSync, readdirSync, readFileSync } from 'node:fs'

import { base, en } from '@faker-js/faker'
import type { OutputOptions, Plugin, RolldownOptions } from 'rolldown'

import manifest from './package.json' with { type: 'json' }

/** Packages that are installed with this one and still bundled: of zod and of faker a part is used. */
const bundled: ReadonlySet<string> = new Set(['zod', '@faker-js/faker'])

/** The program starts faster with Hono in its own files. The library leaves it out, so that `fake.app` is an app of its caller's Hono. */
const bundledInProgram: ReadonlySet<string> = new Set([...bundled, 'hono', '@hono/node-server'])

/** The packages that a build leaves out, because they are installed with this one. */
function externals(inside: ReadonlySet<string>): RegExp[] {
  return Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies })
    .filter((name) => !inside.has(name))
    .map((name) => new RegExp(`^${name}(?:/|$)`))
}

/** Licences under which a package may be bundled. */
const permissive: ReadonlySet<unknown> = new Set(['MIT', 'MIT-0', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0'])

/** Writes the licences of the packages that were bundled beside them. @throws Error for a package without one that allows it */
function licences(fileName: string): Plugin {
  return {
    name: 'licences',
    generateBundle(_options, bundle) {
      const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
      const folders = new Set(modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id) ?? []))
      this.emitFile({ type: 'asset', fileName, source: together([...folders].toSorted().map(licenceIn)) })
    },
  }
}

/** Several packages of one owner share a text. */
function together(licences: readonly (readonly [name: string, text: string])[]): string {
  const texts = new Set(licences.map(([, text]) => text))
  const namesOf = (text: string): string[] => licences.flatMap(([name, other]) => (other === text ? [name] : []))
  return [...texts].map((text) => `${namesOf(text).join('\n')}\n\n${text}\n`).join('\n')
}

function licenceIn(folder: string): readonly [name: string, text: string] {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  if (file === undefined || !permissive.has(license))
    throw new Error(`${name}: its licence (${license}) is to be looked at`)
  return [`${name} ${version} (${license})`, readFileSync(`${folder}/${file}`, 'utf8').trim()]
}

/** Parts of the SDK that the MCP server does not use: a validator of forms that a user fills in, and zod's writers of JSON Schema. */
function withoutSchemas(): Plugin {
  const shims = '@modelcontextprotocol/server/_shims'
  const validator = 'import process from "node:process"; export { process }; export class DefaultJsonSchemaValidator {}'
  const writers = /[\\/]zod[\\/]v4[\\/]core[\\/](?:to-json-schema|json-schema-processors)\.js$/
  const emptied = (id: string): string =>
    [...readFileSync(id, 'utf8').matchAll(/^export (?:const|function) (\w+)/gm)]
      .map(([, name]) => `export const ${name} = () => {}`)
      .join('\n')
  return {
    name: 'without-schemas',
    resolveId: (source) => (source === shims ? `\0${shims}` : undefined),
    load: (id) => (id === `\0${shims}` ? validator : writers.test(id) ? emptied(id) : undefined),
  }
}

/** The modules of faker that draws do not use. */
const unused =
  'airline animal book color commerce company database date finance food git hacker image internet location lorem music phone science system vehicle word'

/** Takes from faker what draws use, a tenth of it. @throws Error for a faker that is built in another way */
function withoutWords(): Plugin {
  const entry = '\0faker'
  const { last_name, last_name_pattern } = en.person ?? {}
  const person = { last_name, last_name_pattern }
  const locales = { en: { metadata: en.metadata, person }, base: { metadata: base.metadata } }
  const texts = Object.entries(locales).map(([name, words]) => `export const ${name} = ${JSON.stringify(words)}`)
  const modules = new RegExp(`\\b(?:${unused.replaceAll(' ', '|')})=new \\w+\\(this\\);`, 'g')
  return {
    name: 'without-words',
    resolveId: (source) => (source === 'faker' ? entry : undefined),
    load: (id) => (id === entry ? [`export { Faker } from '@faker-js/faker'`, ...texts].join('\n') : undefined),
    transform: {
      filter: { id: /[\\/]faker[\\/]dist[\\/]base-/ },
      handler: (code) => {
        const [, words = '', name = ''] = /(const \w+=\{space:[^]*)export\{[^}]*\b(\w+) as t[,}]/.exec(code) ?? []
        if (words === '' || unused.split(' ').some((name) => !code.includes(`${name}=new `)))
          throw new Error('@faker-js/faker: its parts are no longer where they were')
        return code.replace(words, () => `const ${name}={};`).replaceAll(modules, '')
      },
    },
  }
}

/** Leaves a module to a build of its own. @param file that build writes it, beside the files of this one */
function apart(module: string, file: string): Plugin {
  return { name: 'apart', resolveId: (source) => (source === module ? { id: file, external: true } : undefined) }
}

/** All builds share one file of faker, which is CommonJS, because Jest can load no other. */
const fakerApart = apart('@faker-js/faker', '../faker/faker.cjs')

/** Marks the files of a folder as CommonJS. */
function marked(fileName: string): Plugin {
  return {
    name: 'marked',
    generateBundle() {
      this.emitFile({ type: 'asset', fileName, source: '{ "type": "commonjs" }\n' })
    },
  }
}

/** Lets a file be run by its name, as npm does with a program that it installs. */
function executable(fileName: string): Plugin {
  return {
    name: 'executable',
    writeBundle({ dir = '' }) {
      chmodSync(`${dir}/${fileName}`, 0o755)
    },
  }
}

/** Each group is a module with all that it imports and no earlier group has, in one file: what is loaded together. */
const groups = [
  { name: 'run', priority: 4, test: /[\\/]src[\\/]cli[\\/]run\.ts$/ },
  { name: 'fake', priority: 3, test: /[\\/]src[\\/]core[\\/](?:app[\\/]create-core|server[\\/]listen)\.ts$/ },
  { name: 'client', priority: 1, test: /[\\/]src[\\/]core[\\/]control[\\/]client[\\/]connect\.ts$/ },
  { name: 'start', priority: 2, test: /[\\/]src[\\/]cli[\\/]commands[\\/]start\.ts$/ },
  { name: 'draws', priority: 2, test: /[\\/]src[\\/]core[\\/]api[\\/][^\\/]+[\\/]factory\.ts$/ },
  { name: 'records', priority: 1, test: /[\\/]src[\\/]core[\\/]api[\\/][^\\/]+[\\/]admin\.ts$/ },
]

/** The entries of the library that CommonJS can load: Vitest is a module itself. */
const entries = {
  index: 'src/index.ts',
  'runners/jest': 'src/runners/jest.ts',
  'runners/msw': 'src/runners/msw.ts',
  'runners/node-test': 'src/runners/node-test.ts',
  'runners/playwright': 'src/runners/playwright.ts',
}

/**
 * Code that loads fast. With a character beyond Latin-1 the whole text of a file takes twice the memory.
 * Names of functions and classes stay, for readers of a stack. Annotations are for bundlers, and a start would read 12 KB of them.
 */
const small = {
  charset: 'ascii',
  minify: { mangle: { toplevel: false, keepNames: true }, compress: true, codegen: true },
  comments: { annotation: false },
} as const

const commonJs = { ...small, format: 'cjs', strict: true } as const

/** The environment jsdom of Jest hides the globals of Node, which modules of the library need when they load. */
const requireGlobals = `if (typeof Response === 'undefined') throw new Error(${JSON.stringify(
  'cloudsec-fake/jest needs the globals of Node, such as fetch: begin the file with /** @jest-environment node */, or use the environment jest-fixed-jsdom',
)});`

/** The library as modules and as CommonJS, and the program as CommonJS, which Node loads faster. `core/lib/package.ts` says where its chunks lie. */
export default [
  {
    input: { ...entries, 'runners/vitest': 'src/runners/vitest.ts' },
    platform: 'node',
    external: externals(bundled),
    // By write-file-atomic, which is CommonJS.
    transform: { define: { __filename: 'import.meta.filename' } },
    plugins: [fakerApart, licences('chunks/LICENCES.txt')],
    output: { ...small, dir: 'dist', format: 'esm', chunkFileNames: 'chunks/[name].js', codeSplitting: { groups } },
  },
  {
    input: entries,
    platform: 'node',
    external: externals(bundled),
    plugins: [fakerApart, licences('cjs/LICENCES.txt'), marked('cjs/package.json')],
    output: {
      ...commonJs,
      dir: 'dist',
      entryFileNames: 'cjs/[name].js',
      chunkFileNames: 'cjs/[name].js',
      dynamicImportInCjs: false,
      intro: ({ name }) => (name === 'runners/jest' ? requireGlobals : ''),
      codeSplitting: { groups },
    },
  },
  {
    input: { main: 'src/cli/main.ts' },
    platform: 'node',
    external: externals(bundledInProgram),
    plugins: [fakerApart, apart('./sdk.ts', './mcp/sdk.cjs'), licences('cli/LICENCES.txt'), executable('cli/main.cjs')],
    output: {
      ...commonJs,
      dir: 'dist',
      entryFileNames: 'cli/[name].cjs',
      chunkFileNames: 'cli/[name].cjs',
      codeSplitting: { groups },
    },
  },
  {
    input: { sdk: 'src/mcp/sdk.ts' },
    platform: 'node',
    plugins: [withoutSchemas(), licences('cli/mcp/LICENCES.txt')],
    output: { ...commonJs, minify: true, dir: 'dist', entryFileNames: 'cli/mcp/[name].cjs' },
  },
  {
    input: { faker: 'faker' },
    platform: 'node',
    plugins: [withoutWords(), licences('faker/LICENCES.txt')],
    output: { ...commonJs, minify: true, dir: 'dist', entryFileNames: 'faker/[name].cjs' },
  },
] satisfies readonly (RolldownOptions & { readonly output: OutputOptions })[]
