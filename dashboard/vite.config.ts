import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

import { defineConfig, type Plugin } from 'vite'

import { faults } from '../src/core/faults/table.ts'

/** The fake that `npm run dashboard` shows. */
const fake = process.env['CLOUDSEC_FAKE_URL'] ?? 'http://127.0.0.1:4747'

/** Compresses the files in the package: they are read once, with the first request for a page. */
const compressed: Plugin = {
  name: 'compressed',
  writeBundle({ dir = '' }) {
    const folder = `${dir}/_dashboard`
    for (const file of readdirSync(folder).map((name) => `${folder}/${name}`)) {
      writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }))
      rmSync(file)
    }
  },
}

/** URLs are relative, because the page is served at `/`, at `/@NAME/`, and below the path of a mounted app. */
export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  publicDir: false,
  plugins: [compressed],
  define: { faultTexts: Object.fromEntries(Object.entries(faults).map(([name, { text }]) => [name, text])) },
  build: {
    outDir: fileURLToPath(new URL('../dist/dashboard', import.meta.url)),
    emptyOutDir: true,
    assetsDir: '_dashboard',
    // The Content-Security-Policy blocks data: URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    license: { fileName: 'LICENCES.md' },
    target: 'es2023',
  },
  server: {
    proxy: {
      '^(?:/@[a-z0-9][a-z0-9-]*)?/(?:_control|docs|v1|openapi\\.json)': { target: fake },
    },
  },
})
